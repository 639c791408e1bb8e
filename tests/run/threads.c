// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * threads - 64 threads that make the first socket of the process at once.
 *
 * Prints how many became SMC and how many did not; fails if any call failed.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define THREADS 64

static pthread_barrier_t barrier;

/* Result: 1 SMC (the mark of fakesmc), 0 not, -errno. */
static void *thread_run(void *arg)
{
	int *result = arg, val = 0, fd;
	socklen_t len = sizeof(val);

	pthread_barrier_wait(&barrier);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0 ||
	    getsockopt(fd, SOL_SOCKET, SO_PRIORITY, &val, &len) < 0) {
		*result = -errno;
		return NULL;
	}
	*result = val == 6;
	return NULL;
}

int main(void)
{
	pthread_t tid[THREADS];
	int result[THREADS], smc = 0, tcp = 0;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&tid[i], NULL, thread_run, &result[i]))
			return 2;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(tid[i], NULL);
		if (result[i] < 0) {
			printf("socket: errno %d\n", -result[i]);
			return 1;
		}
		smc += result[i];
		tcp += !result[i];
	}
	printf("smc %d tcp %d\n", smc, tcp);
	return fflush(stdout) ? 1 : 0;
}
