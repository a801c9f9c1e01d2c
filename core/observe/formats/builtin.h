// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// Each definition names its source; docs/formats.md describes keys and values.
Format lk1Format();
Format tombstoneFormat();
Format tombstoneHashFormat();
Format redissonFormat();
Format redissonQueueFormat();
Format redissonReadWriteFormat();
Format redissonMultiFormat();
Format redissonPermitsFormat();
Format sidekiqFormat();
Format distributedLockReadersFormat();
Format distributedLockSemaphoreFormat();
Format redisSemaphoreFormat();
Format redisSemaphoreHashFormat();
Format symfonyFormat();
Format symfonySemaphoreFormat();
Format symfonyStringFormat();
Format shedLockFormat();
Format distributedLockWriterFormat();
Format distributedLockFormat();
Format jetCacheFormat();
Format nextcloudFormat();
Format bullMqFormat();
Format bullFormat();
Format juiceFsFormat();
Format hueyFormat();
Format cmSessionFormat();
Format redisSemaphoreMutexFormat();
Format laravelJobFormat();
Format laravelFormat();
Format goZeroFormat();

Format redissonSemaphoreFormat();
Format redissonLatchFormat();

} // namespace lockkeeper::observe
