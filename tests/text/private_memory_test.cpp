// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/private_memory.h"
#include "tests/support/test_class.h"

#include <functional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::private_memory_test {

namespace {

/// In a process of its own, as it can't be undone.
bool isTrueInAChild(const std::function<bool()>& check)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(check() ? 0 : 1);
    int status = -1;
    return ::waitpid(child, &status, 0) == child && status == 0;
}

::rlim_t coreLimit()
{
    ::rlimit limit{};
    return ::getrlimit(RLIMIT_CORE, &limit) == 0 ? limit.rlim_cur : 1;
}

} // namespace

class PrivateMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nobodyMayReadOrDumpIt()
    {
        QVERIFY(isTrueInAChild([] {
            keepMemoryPrivate();
            return ::prctl(PR_GET_DUMPABLE) == 0 && coreLimit() == 0;
        }));
    }

    void aChildGetsTheLimitThatWasThere()
    {
        QVERIFY(isTrueInAChild([] {
            const ::rlimit before{4096, 8192};
            if (::setrlimit(RLIMIT_CORE, &before) != 0)
                return false;
            keepMemoryPrivate();
            keepMemoryPrivate();
            restoreCoreLimit();
            ::rlimit after{};
            return ::getrlimit(RLIMIT_CORE, &after) == 0 && after.rlim_cur == 4096
                && after.rlim_max == 8192;
        }));
    }

    void withoutItNothingIsRestored()
    {
        QVERIFY(isTrueInAChild([] {
            const ::rlimit before{4096, 8192};
            (void)::setrlimit(RLIMIT_CORE, &before);
            restoreCoreLimit();
            return coreLimit() == 4096;
        }));
    }
};

LOCKKEEPER_TEST(PrivateMemoryTest)

} // namespace lockkeeper::tests::private_memory_test

#include "private_memory_test.moc"
