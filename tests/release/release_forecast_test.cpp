// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/forecast.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_forecast_test {

using namespace lockkeeper::release;
using observe::VoteState;

namespace {

const SteadyTime kNow{100h};
const Fingerprint kToken = Fingerprint::ofString("token");

observe::Vote held(const char* master, std::optional<std::chrono::milliseconds> ttl,
    SteadyTime readAt = kNow, const Fingerprint& token = kToken)
{
    return {MasterId(master), VoteState::Held, token, ttl, readAt};
}

observe::Vote silent(const char* master)
{
    return {.master = MasterId(master), .state = VoteState::NoAnswer};
}

observe::Vote free(const char* master)
{
    return {.master = MasterId(master), .state = VoteState::Free, .readAt = kNow};
}

} // namespace

class ReleaseForecastTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWhatIsReachedAndWhatIsSilent()
    {
        const Forecast expected
            = forecast({held("a", 30s), held("b", 20s, kNow - 5s), held("c", 40s, kNow - 30s),
                           silent("d"), {.master = MasterId("e"), .state = VoteState::Error}},
                kToken, kNow);
        QCOMPARE(expected.masters, std::size_t(5));
        QCOMPARE(expected.reached, std::size_t(3));
        QCOMPARE(expected.silent, (std::vector{MasterId("d"), MasterId("e")}));
        QCOMPARE(expected.leftover, std::optional(30'000ms));
        QVERIFY(!expected.mayKeepQuorum);
    }

    void anotherTokenIsNotReached()
    {
        const Forecast expected = forecast(
            {held("a", 30s), held("b", 90s, kNow, Fingerprint::ofString("another")), free("c")},
            kToken, kNow);
        QCOMPARE(expected.reached, std::size_t(1));
        QCOMPARE(expected.leftover, std::optional(30'000ms));
        QVERIFY(expected.silent.empty());
    }

    void aTokenWithoutATtlStaysForGood()
    {
        const Forecast expected
            = forecast({held("a", std::nullopt), held("b", 30s), silent("c")}, kToken, kNow);
        QVERIFY(expected.isLeftoverEndless);
        QVERIFY(!expected.leftover);
    }

    void aTombstoneLastsForTheOldLeaseButNotBeyondTheLongest()
    {
        const auto timeOf = [](std::optional<std::chrono::milliseconds> ttl) {
            return tombstoneTime(forecast({held("a", ttl)}, kToken, kNow), 60s);
        };
        QCOMPARE(timeOf(30s), (TombstoneTime{30s, false}));
        QCOMPARE(timeOf(60s), (TombstoneTime{60s, false}));
        QCOMPARE(timeOf(61s), (TombstoneTime{60s, true}));
        QCOMPARE(timeOf(std::nullopt), (TombstoneTime{60s, true}));
    }

    void silentMastersMayBeAQuorum()
    {
        QVERIFY(forecast({held("a", 30s), silent("b"), silent("c")}, kToken, kNow).mayKeepQuorum);
    }

    void aTtlThatHasPassedLeavesNothing()
    {
        QCOMPARE(
            forecast({held("a", 1s, kNow - 5s), silent("b"), free("c")}, kToken, kNow).leftover,
            std::optional(0ms));
    }
};

LOCKKEEPER_TEST(ReleaseForecastTest)

} // namespace lockkeeper::tests::release_forecast_test

#include "release_forecast_test.moc"
