/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the race tests share: threads that go on until told, nothing left. */
#ifndef TESTS_NET_RACE_H
#define TESTS_NET_RACE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct race - one race of a program
 * @name: word on the command line; NULL ends a list
 * @fn: runs it and reports its checks
 */
struct race {
	const char *name;
	void (*fn)(void);
};

/* what threads that were started look at: end yourself */
extern volatile bool race_stop;

/* start a thread; a failure ends the program */
void race_start(pthread_t *thread, void *(*fn)(void *), void *arg);

/**
 * race_end() - let threads end
 * @threads, @n: threads; each returns a count
 *
 * Return: sum of the counts.
 */
unsigned int race_end(pthread_t *threads, unsigned int n);

/* spin for a random while of up to @most turns: a moment to end at */
void race_moment(uint64_t *rng, unsigned int most);

/* sleep for up to @ms milliseconds, in proportion longer on a slow kernel */
void race_sleep(uint64_t *rng, unsigned int ms);

/* check that no socket, its memory, connection, DMB or handshake is left soon */
void race_idle(const char *name);

/**
 * race_main() - run all races, or the one that the command line names
 * @races: list
 * @argc, @argv: of main()
 *
 * Return: exit status. A race that hangs is ended by an alarm.
 */
int race_main(const struct race *races, int argc, char **argv);

#endif
