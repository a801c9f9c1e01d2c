// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// One function per format. Each format is documented, with its source, where it is defined.
Format lk1Format();
Format tombstoneFormat();
Format tombstoneHashFormat();
Format redissonFormat();
Format redissonReadWriteFormat();
Format redissonMultiFormat();
Format redissonPermitsFormat();
Format sidekiqFormat();
Format distributedLockReadersFormat();
Format distributedLockSemaphoreFormat();
Format redisSemaphoreFormat();
Format symfonyFormat();
Format symfonySemaphoreFormat();
Format shedLockFormat();
Format distributedLockWriterFormat();
Format distributedLockFormat();
Format resqueSchedulerFormat();
Format phpRedisFormat();
Format nextcloudFormat();
Format bullMqFormat();
Format bullFormat();
Format rqFormat();
Format simpleRedisMutexFormat();
Format warlockFormat();
Format asynqFormat();
Format activeJobUniquenessFormat();
Format celerySingletonFormat();
Format celeryOnceFormat();
Format cloudtaskerFormat();
Format lonelyJobFormat();
Format juiceFsFormat();
Format redisSemaphoreMutexFormat();
Format redLockNetFormat();
Format gitLabFormat();
Format rueidisLockFormat();
Format laravelJobFormat();
Format laravelFormat();
Format pythonRedisLockFormat();
Format redisPyFormat();
Format nodeRedlockFormat();
Format redsyncFormat();
Format redlockCppFormat();
Format redisPlusPlusFormat();
Format redlockRbFormat();
Format timestampFormat();
Format setnxFormat();

// Used only if a hint names them.
Format potteryFormat();
Format aioredlockFormat();
Format springFormat();
Format bsmRedislockFormat();
Format rslockFormat();
Format redissonSemaphoreFormat();
Format redissonLatchFormat();

} // namespace lockkeeper::observe
