# SPDX-License-Identifier: GPL-2.0-or-later
#
# report.awk - medians and spread of what bench/guest measured
#
# Round 0 is the warm-up and not counted. Variables: brief, kernel.

function sort_samples(key,    i, j, t)
{
	for (i = 2; i <= n[key]; i++) {
		t = ns[key, i]
		for (j = i - 1; j >= 1 && ns[key, j] > t; j--)
			ns[key, j + 1] = ns[key, j]
		ns[key, j + 1] = t
	}
}

function median(key,    m)
{
	m = int((n[key] + 1) / 2)
	return n[key] % 2 ? ns[key, m] : (ns[key, m] + ns[key, m + 1]) / 2
}

# largest distance from the median in percent
function spread(key,    m, lo, hi)
{
	m = median(key)
	lo = m - ns[key, 1]
	hi = ns[key, n[key]] - m
	return 100 * (lo > hi ? lo : hi) / m
}

NF == 4 && $2 > 0 {
	if (!($1 in seen)) {
		seen[$1] = 1
		name[++names] = $1
	}
	key = $1 SUBSEP $3
	ns[key, ++n[key]] = $4
}

END {
	if (!names)
		exit 1
	if (!brief) {
		print "Nanoseconds (= instructions) of one operation, kernel " kernel ": median, largest distance from it."
		printf "%-12s %17s %17s %17s %9s %9s\n", "", "TCP loopback", "SMC-D", "AF_UNIX", "SMC/TCP", "SMC/UNIX"
	}
	for (i = 1; i <= names; i++) {
		t = name[i] SUBSEP "tcp"
		s = name[i] SUBSEP "smc"
		u = name[i] SUBSEP "unix"
		sort_samples(t)
		sort_samples(s)
		sort_samples(u)
		if (brief)
			printf "%s ratio %.3f\n", name[i], median(s) / median(t)
		else
			printf "%-12s %10.0f %5.1f%% %10.0f %5.1f%% %10.0f %5.1f%% %9.3f %9.3f\n", name[i], median(t), spread(t), median(s), spread(s), median(u), spread(u), median(s) / median(t), median(s) / median(u)
	}
}
