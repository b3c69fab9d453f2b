/* SPDX-License-Identifier: MIT
 * chipmunk_flock: types shared by all public headers. */
#ifndef CP_FLOCK_TYPES_H
#define CP_FLOCK_TYPES_H

#include <chipmunk/chipmunk.h>

/// @file
/// @brief Types shared by all headers of chipmunk_flock: the flock, species, status codes, version.

/// Marks what the library exports.
#ifndef CP_FLOCK_API
	#if defined(_WIN32) && defined(CP_FLOCK_SHARED_BUILD)
		#define CP_FLOCK_API __declspec(dllexport)
	#elif defined(__GNUC__)
		#define CP_FLOCK_API __attribute__((visibility("default")))
	#else
		#define CP_FLOCK_API
	#endif
#endif

#define CP_FLOCK_VERSION_MAJOR 0 ///< Incompatible changes count here.
#define CP_FLOCK_VERSION_MINOR 1 ///< New features count here.
#define CP_FLOCK_VERSION_PATCH 0 ///< Repairs count here.

#ifdef __cplusplus
extern "C" {
#endif

/// A flock: species, their members and the callback that steers them inside the steps of one cpSpace.
typedef struct cpFlock cpFlock;

/// A species of one flock: what cpFlockAddSpecies() returned. Valid handles are >= 0 and stay valid as long as the
/// flock; a negative value is a cpFlockStatus.
typedef int cpFlockSpecies;

/// What became of a call. Everything but CP_FLOCK_OK means that the call changed nothing.
typedef enum cpFlockStatus {
	CP_FLOCK_OK = 0,                    ///< Done.
	CP_FLOCK_ERROR_NULL = -1,           ///< A required pointer is NULL.
	CP_FLOCK_ERROR_NOT_FINITE = -2,     ///< A number is NaN or infinite.
	CP_FLOCK_ERROR_RANGE = -3,          ///< A number or an enumeration value is outside its documented range.
	CP_FLOCK_ERROR_INCONSISTENT = -4,   ///< Two values contradict each other, e.g. minSpeed > maxSpeed.
	CP_FLOCK_ERROR_UNINITIALIZED = -5,  ///< The settings were not made by cpFlockSettingsDefault() or a preset.
	CP_FLOCK_ERROR_SPECIES = -6,        ///< The flock has no such species.
	CP_FLOCK_ERROR_NOT_DYNAMIC = -7,    ///< Only dynamic bodies can be steered.
	CP_FLOCK_ERROR_OTHER_SPACE = -8,    ///< The body is in another space than the flock.
	CP_FLOCK_ERROR_ALREADY_MEMBER = -9, ///< The body is in the flock already.
	CP_FLOCK_ERROR_NOT_MEMBER = -10,    ///< The body is not in the flock.
	CP_FLOCK_ERROR_MEMORY = -11,        ///< An allocation failed.
	CP_FLOCK_ERROR_ATTACHED = -12,      ///< The flock steers inside cpSpaceStep() already; detach it first.
	CP_FLOCK_ERROR_UPDATING = -13,      ///< Called from inside the update of the same flock.
	CP_FLOCK_ERROR_UNAVAILABLE = -14    ///< What was asked for is not recorded or not known (yet).
} cpFlockStatus;

/// A fixed English text for a status, for logs. Never NULL; unknown values have a text too.
CP_FLOCK_API const char *cpFlockStatusString(cpFlockStatus status);

/// The version of the library that is linked, as "major.minor.patch".
CP_FLOCK_API const char *cpFlockVersionString(void);

#ifdef __cplusplus
}
#endif

#endif
