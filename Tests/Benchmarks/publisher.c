/* publisher SOCKET PORT PHASE
 *
 * Subscribes to a gatherd, and posts each state to POST /publish of a port of this machine, and a
 * beat each second, as gather-web sends them: so many microseconds after each whole second of
 * CLOCK_REALTIME. */
#include "bench.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>

static int server;

static void publish(const char *name, const char *data) {
    char head[256], answers[4096];
    size_t length = strlen(data);
    int size = snprintf(head, sizeof head,
        "POST /publish HTTP/1.1\r\nHost: localhost\r\nX-EventSource-Event: %s\r\n"
        "Content-Length: %zu\r\n\r\n", name, length);
    send_all(server, head, (size_t)size);
    send_all(server, data, length);
    /* The answers are of no interest. */
    while (recv(server, answers, sizeof answers, MSG_DONTWAIT) > 0) {
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(arguments[2])),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1, gatherd = connect_to(arguments[1]);
    server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(server, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    send_message(gatherd, "{\"method\":\"io.gatherd.Gather.Subscribe\",\"more\":true}");
    static char state[65536];
    double beat = (time(NULL) + 1) * 1e6 + atof(arguments[3]);
    printf("ready\n");
    fflush(stdout);
    while (true) {
        double left = beat - microseconds(CLOCK_REALTIME);
        struct pollfd ready = {.fd = gatherd, .events = POLLIN};
        if (left > 0 && poll(&ready, 1, (int)(left / 1e3) + 1) > 0) {
            receive_message(gatherd, state, sizeof state);
            publish("state", state);
        }
        if (microseconds(CLOCK_REALTIME) >= beat) {
            publish("beat", "{\"lost\":[]}");
            beat += 1e6;
        }
    }
}
