// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/report.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_report_test {

using namespace lockkeeper::release;

class ReleaseReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatIsKnownCountsAsFreed_data()
    {
        columns<MasterResult, bool>();
        const auto row = [](MasterResult result, bool isFreed) {
            QTest::newRow(nameOf(result)) << result << isFreed;
        };
        row(MasterResult::Released, true);
        row(MasterResult::AlreadyGone, true);
        row(MasterResult::AnotherHolder, true);
        row(MasterResult::Unreachable, false);
        row(MasterResult::Refused, false);
        row(MasterResult::Unknown, false);
        row(MasterResult::NotSent, false);
    }
    void onlyWhatIsKnownCountsAsFreed()
    {
        const auto [result, isFreed] = fetch<MasterResult, bool>();
        Report report;
        report.outcomes = {{MasterId("a"), MasterResult::Released}, {MasterId("b"), result}};
        QCOMPARE(report.possiblyStillHeld(), std::size_t(isFreed ? 0 : 1));
    }
};

LOCKKEEPER_TEST(ReleaseReportTest)

} // namespace lockkeeper::tests::release_report_test

#include "release_report_test.moc"
