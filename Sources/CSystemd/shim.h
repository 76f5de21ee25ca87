#pragma once

// Else sd_journal_sendv is a macro, which Swift does not import.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>
