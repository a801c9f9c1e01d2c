// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
const SystemClock named;
const auto now = sinceEpoch(SystemClock().wallNow());
Recorder recorder(store, SystemClock());
Recorder other(store, lockkeeper::SystemClock{}, Begin::Later);
