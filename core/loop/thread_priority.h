// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Lowers the priority of the calling thread for good, so that others in the program need not wait
/// for it while a machine is busy. Does nothing on systems that can't do that for one thread.
/// Source: setpriority(2), whose notes say that on Linux it affects threads.
void lowerThreadPriority() noexcept;

} // namespace lockkeeper
