// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/release_story.h"

namespace lockkeeper::tests::release_story_test {

using ui::ReleaseStory;

namespace {

constexpr SteadyTime kStart{1000s};
// 2026-11-21 03:02:11 UTC
const WallTime kWall{std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 3h + 2min + 11s};

ui::LockRow held(const std::string& token, SteadyTime since = kStart)
{
    LockEntryBuilder builder("cron:bill", since);
    builder.held(token, 30s).lock().holder.host = "web-4";
    builder.lock().holder.pid = 99;
    ui::LockRow row;
    row.update(builder.build(), since, {});
    return row;
}

ui::LockRow gone()
{
    ui::LockRow row = held("any");
    row.change = ui::Change::Gone;
    return row;
}

ReleaseStory storyOf(release::Action action = release::Action::Release)
{
    const auto deployment = config::deploymentFromUrls(
        "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
    release::Plan plan
        = *release::planRelease(*deployment, *held("freed").entry, Fingerprint::ofString("freed"));
    plan.action = action;
    return {plan, kStart, kWall};
}

} // namespace

class ReleaseStoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("TZ", "UTC"); }

    void atFirstNobodyHasIt()
    {
        QCOMPARE(storyOf().text(), u"cron:bill: freed 03:02:11 UTC, nobody has it yet"_s);
    }

    void severalAreSummedUp()
    {
        std::vector<ReleaseStory> stories{storyOf()};
        QCOMPARE(ui::storiesText(stories), stories[0].text());
        stories.push_back(storyOf());
        stories.push_back(storyOf());
        QCOMPARE(ui::storiesText(stories), u"3 locks freed: nobody has them yet"_s);
        QVERIFY(stories[1].see(held("next", kStart + 400ms), kStart + 500ms, kWall + 1s));
        QCOMPARE(
            ui::storiesText(stories), u"3 locks freed: 1 has its next holder, 2 nobody has yet"_s);
        QCOMPARE(ui::storyLines(stories, 2),
            QStringList(
                {stories[1].text(), stories[0].text(), u"1 more: the journal tells of them"_s}));
        stories.push_back(storyOf(release::Action::Revoke));
        QVERIFY(ui::storiesText(stories).startsWith(u"4 locks freed or revoked: "_s));
    }

    void theNextHolderAndItsEndAreTold()
    {
        ReleaseStory story = storyOf();
        QVERIFY(!story.see(held("freed"), kStart, kWall));
        QVERIFY(!story.see(gone(), kStart, kWall));
        QVERIFY(story.see(held("next", kStart + 400ms), kStart + 500ms, kWall + 1s));
        QCOMPARE(story.text(), u"cron:bill: freed 03:02:11 UTC, web-4 pid 99 after 0.4 s"_s);
        QVERIFY(!story.isOver());
        QVERIFY(story.see(gone(), kStart + 28s, kWall + 28s));
        QCOMPARE(story.text(),
            u"cron:bill: freed 03:02:11 UTC, web-4 pid 99 after 0.4 s, finished 03:02:39 UTC"_s);
        QVERIFY(story.isOver());
    }

    /// Some programs always store the same value.
    void theSameValueIsTheNextHolderOnceTheLockWasFree()
    {
        ReleaseStory story = storyOf();
        QVERIFY(!story.see(held("freed"), kStart + 100ms, kWall)); // read before the release
        QVERIFY(!story.isTaken());
        QVERIFY(!story.see(gone(), kStart + 200ms, kWall));
        QVERIFY(story.see(held("freed", kStart + 400ms), kStart + 500ms, kWall + 1s));
        QCOMPARE(story.text(), u"cron:bill: freed 03:02:11 UTC, web-4 pid 99 after 0.4 s"_s);
        QVERIFY(story.see(gone(), kStart + 28s, kWall + 28s));
        QVERIFY(story.isOver());
    }

    void theSameValueIsTheNextHolderIfItWasSeenToCome()
    {
        // It was free between two readings.
        ReleaseStory story = storyOf();
        QVERIFY(story.see(held("freed", kStart + 400ms), kStart + 500ms, kWall + 1s));
        QVERIFY(story.isTaken());
        // Or another one had it.
        ReleaseStory other = storyOf();
        QVERIFY(other.see(held("next", kStart), kStart, kWall));
        QVERIFY(other.see(held("freed", kStart), kStart + 1s, kWall + 1s));
        QVERIFY(other.isOver());
    }

    void aHolderThatCameAndWentBetweenTwoRowsIsTold()
    {
        const Resource bill("cron:bill");
        const auto change = [&](SteadyTime at, const char* token) {
            return observe::HoldChange{.resource = bill,
                .at = at,
                .token = token ? std::optional(Fingerprint::ofString(token)) : std::nullopt,
                .isFree = token == nullptr};
        };
        ReleaseStory story = storyOf();
        std::vector<observe::HoldChange> changes{change(kStart - 2s, "before"),
            change(kStart - 1s, nullptr), change(kStart - 900ms, "freed"), change(kStart, nullptr),
            change(kStart + 400ms, "next"),
            {.resource = Resource("other"), .at = kStart + 450ms, .isFree = true}};
        QVERIFY(!story.seeHolds(changes, kWall + 1s)); // it may still hold it
        changes.push_back(change(kStart + 500ms, nullptr));
        QVERIFY(story.seeHolds(changes, kWall + 1s));
        QCOMPARE(story.text(),
            u"cron:bill: freed 03:02:11 UTC, taken after 0.4 s by token %1, and given up after 0.1 s"_s
                .arg(QString::fromStdString(Fingerprint::ofString("next").shortHex())));
        QVERIFY(story.isTaken() && story.isOver());
        QVERIFY(!story.seeHolds(changes, kWall + 2s));
    }

    void theHolderAfterThatEndsTheStory()
    {
        ReleaseStory story = storyOf();
        QVERIFY(story.see(held("next"), kStart, kWall));
        QVERIFY(story.see(held("third"), kStart, kWall + 2s));
        QVERIFY(story.isOver());
        QVERIFY(!story.see(held("fourth"), kStart, kWall + 3s));
    }

    void aRevokedLockIsFreeLater()
    {
        ReleaseStory story = storyOf(release::Action::Revoke);
        QCOMPARE(story.text(), u"cron:bill: revoked 03:02:11 UTC"_s);
        QVERIFY(story.see(gone(), kStart + 20s, kWall + 20s));
        QCOMPARE(story.text(),
            u"cron:bill: revoked 03:02:11 UTC, free 03:02:31 UTC, nobody has it yet"_s);
        QVERIFY(story.see(held("next", kStart + 22s), kStart + 22s, kWall + 22s));
        QVERIFY(story.text().endsWith(u"web-4 pid 99 after 2.0 s"_s));
    }

    /// Those who wait do not take the lock: one of them may be its holder by now.
    void whoWaitsIsNotNamedWithTheNextHolder()
    {
        ReleaseStory story = storyOf(release::Action::Revoke);
        QVERIFY(story.see(gone(), kStart + 20s, kWall + 20s));
        LockEntryBuilder builder("cron:bill", kStart + 21s);
        builder.held("next", 30s).lock().holder.host = "web-4";
        builder.lock().waiting = {.least = 1, .most = 1};
        ui::LockRow row;
        row.update(builder.build(), kStart + 21s, {});
        QVERIFY(story.see(row, kStart + 21s, kWall + 21s));
        QVERIFY2(story.text().endsWith(u"web-4 after 1.0 s"_s), qPrintable(story.text()));
    }

    void anotherLockIsNotItsStory()
    {
        ReleaseStory story = storyOf();
        ui::LockRow other;
        other.update(heldEntry("cron:mail", kStart), kStart, {});
        QVERIFY(!story.see(other, kStart, kWall));
    }
};

LOCKKEEPER_TEST(ReleaseStoryTest)

} // namespace lockkeeper::tests::release_story_test

#include "release_story_test.moc"
