// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/unique_fd.h"
#include "tests/support/test_class.h"

#include <fcntl.h>

namespace lockkeeper::tests::unique_fd_test {

namespace {

UniqueFd openNull()
{
    return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

bool isOpen(int descriptor)
{
    return ::fcntl(descriptor, F_GETFD) >= 0;
}

} // namespace

class UniqueFdTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void closesItWhenItGoes()
    {
        int number = -1;
        {
            const UniqueFd fd = openNull();
            number = fd.get();
            QVERIFY(fd.isOpen());
            QVERIFY(isOpen(number));
        }
        QVERIFY(!isOpen(number));
    }

    void aFailedCallsNumberIsNotOpen()
    {
        QVERIFY(!UniqueFd(-1).isOpen());
        QVERIFY(!UniqueFd().isOpen());
    }

    void movingLeavesOneOwner()
    {
        UniqueFd first = openNull();
        const int number = first.get();
        const UniqueFd second = std::move(first);
        QCOMPARE(second.get(), number);
        QVERIFY(isOpen(number));
    }

    void assigningClosesWhatWasThere()
    {
        UniqueFd fd = openNull();
        const int before = fd.get();
        fd = openNull();
        QVERIFY(!isOpen(before));
        QVERIFY(isOpen(fd.get()));
    }

    void closingTwiceClosesOnce()
    {
        UniqueFd fd = openNull();
        fd.close();
        const UniqueFd another = openNull(); // takes the number that is free now
        fd.close();
        QVERIFY(isOpen(another.get()));
    }

    void closingKeepsTheReasonOfAFailure()
    {
        UniqueFd wrong(1 << 20); // close() fails with EBADF
        errno = ENOSPC;
        wrong.close();
        QCOMPARE(errno, ENOSPC);
    }
};

LOCKKEEPER_TEST(UniqueFdTest)

} // namespace lockkeeper::tests::unique_fd_test

#include "unique_fd_test.moc"
