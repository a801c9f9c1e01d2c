// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

/// What the value of a lock of nobody's in particular tells one acquisition from the next by: never
/// to one Acquisition, for only a library's own token is known to be that.
/// - Unclear: there is a UUID or a long random text in it, which may be a process'.
/// - Shared: all else: `locked`, `7`, a time (perhaps that of the process' start), `web-3:4711`,
/// the
///   name of a thread, a pod or a container, the id of a process with the number of a thread,
///   serialised data, a part of the lock's own name.
/// Pure.
[[nodiscard]] ValueScope scopeOfValue(const KeyReading& reading);

} // namespace lockkeeper::observe
