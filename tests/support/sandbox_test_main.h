// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sandbox/sandbox.h"

#include <QCoreApplication>
#include <QTest>

namespace lockkeeper::tests {

/// The main() of a test that starts sandboxes: the test program plays their parts as well.
template <class Test> int runTestWithSandbox(int argc, char* argv[])
{
    if (const auto exitCode = sandbox::runSandboxPart(argc, argv))
        return *exitCode;
    QCoreApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lockkeeper::tests
