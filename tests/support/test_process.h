// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace lockkeeper::tests {

/// A process that is started by fork(). QProcess otherwise shares its memory with the child until
/// that calls exec(), and ThreadSanitizer's runtime then takes the two for one thread, and stops.
class TestProcess : public QProcess {
public:
    TestProcess()
    {
        setChildProcessModifier([] {});
    }
};

} // namespace lockkeeper::tests
