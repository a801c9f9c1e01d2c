// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/system_error.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <cerrno>

namespace lockkeeper::system_error_test {

class SystemErrorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatFailedAndWhy()
    {
        const Error error = systemError("can't open it", ENOENT).value();
        QCOMPARE(error.text, std::string("can't open it: No such file or directory"));
        QCOMPARE(error.kind, ErrorClass::System);
    }

    void isOfTheKindThatTheCallerNames()
    {
        QCOMPARE(systemError("x", EIO, ErrorClass::Journal).value().kind, ErrorClass::Journal);
    }
};

LOCKKEEPER_TEST(SystemErrorTest)

} // namespace lockkeeper::system_error_test

#include "system_error_test.moc"
