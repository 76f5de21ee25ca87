/* spawn ROUNDS [NAME=VALUE ...] COMMAND [ARGUMENT ...] [-- [NAME=VALUE ...] COMMAND ...] ...
 *
 * Runs the commands in turn, so many rounds, and prints how long each run took as a whole process:
 * from before its start until it was reaped. A line per run: which command, microseconds. Variables
 * are as in a shell, but stay for the commands after it. */
#include "bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

enum { UNCOUNTED_ROUNDS = 5, MOST_COMMANDS = 8 };

static double run(char **command, const posix_spawn_file_actions_t *files) {
    for (; strchr(command[0], '=') != NULL; command++) putenv(command[0]);
    double start = microseconds(CLOCK_MONOTONIC);
    pid_t child;
    int status;
    errno = posix_spawnp(&child, command[0], files, NULL, command, environ);
    if (errno != 0) fail(command[0]);
    if (waitpid(child, &status, 0) < 0) fail("wait");
    double took = microseconds(CLOCK_MONOTONIC) - start;
    if (status != 0) {
        fprintf(stderr, "%s ended with wait status %#x\n", command[0], status);
        exit(1);
    }
    return took;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int rounds = atoi(arguments[1]), commands = 0;
    char **command[MOST_COMMANDS];
    command[commands++] = &arguments[2];
    for (int i = 2; i < count; i++) {
        if (strcmp(arguments[i], "--") != 0) continue;
        arguments[i] = NULL;
        if (commands == MOST_COMMANDS) return 2;
        command[commands++] = &arguments[i + 1];
    }
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    for (int round = -UNCOUNTED_ROUNDS; round < rounds; round++) {
        for (int i = 0; i < commands; i++) {
            double took = run(command[i], &files);
            if (round >= 0) printf("%d %.1f\n", i, took);
        }
    }
    return 0;
}
