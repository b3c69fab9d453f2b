/* SPDX-License-Identifier: MIT
 * Status texts, the note of the last failure, and the log. */
#include <stdio.h>

#include "cpFlockInternal.h"

#define FLK_STRING(value) #value
#define FLK_VERSION(major, minor, patch) FLK_STRING(major) "." FLK_STRING(minor) "." FLK_STRING(patch)

const char *cpFlockVersionString(void) {
	return FLK_VERSION(CP_FLOCK_VERSION_MAJOR, CP_FLOCK_VERSION_MINOR, CP_FLOCK_VERSION_PATCH);
}

const char *cpFlockStatusString(cpFlockStatus status) {
	switch(status) {
	case CP_FLOCK_OK:
		return "no error";
	case CP_FLOCK_ERROR_NULL:
		return "a required pointer is NULL";
	case CP_FLOCK_ERROR_NOT_FINITE:
		return "a number is NaN or infinite";
	case CP_FLOCK_ERROR_RANGE:
		return "a value is outside its documented range";
	case CP_FLOCK_ERROR_INCONSISTENT:
		return "two values contradict each other";
	case CP_FLOCK_ERROR_UNINITIALIZED:
		return "the settings were not made by cpFlockSettingsDefault() or a preset";
	case CP_FLOCK_ERROR_SPECIES:
		return "the flock has no such species";
	case CP_FLOCK_ERROR_NOT_DYNAMIC:
		return "only dynamic bodies can be steered";
	case CP_FLOCK_ERROR_OTHER_SPACE:
		return "the body is in another space than the flock";
	case CP_FLOCK_ERROR_ALREADY_MEMBER:
		return "the body is in the flock already";
	case CP_FLOCK_ERROR_NOT_MEMBER:
		return "the body is not in the flock";
	case CP_FLOCK_ERROR_MEMORY:
		return "an allocation failed";
	case CP_FLOCK_ERROR_ATTACHED:
		return "the flock steers inside cpSpaceStep() already";
	case CP_FLOCK_ERROR_UPDATING:
		return "called from inside the update of the same flock";
	case CP_FLOCK_ERROR_UNAVAILABLE:
		return "what was asked for is not recorded or not known";
	}
	return "unknown status";
}

cpFlockStatus flkFail(cpFlock *flock, cpFlockStatus status, const char *function, const char *what) {
	if(!flock) return status;
	flock->lastStatus = status;
	snprintf(flock->lastMessage, sizeof(flock->lastMessage), "%s: %s: %s", function, what, cpFlockStatusString(status));
	if(flock->log) flock->log(status, flock->lastMessage, flock->logData);
	return status;
}

cpFlockStatus cpFlockGetLastStatus(const cpFlock *flock) {
	return flock ? flock->lastStatus : CP_FLOCK_ERROR_NULL;
}

const char *cpFlockGetLastMessage(const cpFlock *flock) {
	return flock ? flock->lastMessage : "";
}
