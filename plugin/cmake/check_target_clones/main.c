/* SPDX-License-Identifier: MIT */
#include "clones.h"

int main(int argc, char **argv) {
	(void)argv;
	float values[] = {1.0f, 2.0f, (float)argc};
	wide sum = {0};
	add(&sum, values, 3);
	return sum[0] == sum[7] && sum[0] == 3.0f + (float)argc ? 0 : 1;
}
