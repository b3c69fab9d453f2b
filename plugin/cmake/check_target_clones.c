/* SPDX-License-Identifier: MIT
 * Compiled, linked and run at configure time with the flags of the plugin: are target_clones to be had? The function
 * with the clones is static and called from its own file, as in the plugin: more than that some compilers cannot do. */
typedef float wide __attribute__((vector_size(32)));

__attribute__((target_clones("avx512f", "avx2", "default"))) static void add(
	wide *sum, const float *values, int count) {
	for(int i = 0; i < count; i++) *sum += values[i] - (wide){0};
}

int main(int argc, char **argv) {
	(void)argv;
	float values[] = {1.0f, 2.0f, (float)argc};
	wide sum = {0};
	add(&sum, values, 3);
	return sum[0] == sum[7] && sum[0] == 3.0f + (float)argc ? 0 : 1;
}
