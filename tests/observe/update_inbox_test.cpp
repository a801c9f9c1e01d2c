// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/update_inbox.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <map>
#include <semaphore>
#include <thread>

namespace lockkeeper::tests::update_inbox_test {

using namespace lockkeeper::observe;

namespace {

LockEntryPtr entryOf(const std::string& name, std::uint64_t revision)
{
    auto entry = std::make_shared<LockEntry>();
    entry->resource = Resource(name);
    entry->revision = revision;
    return entry;
}

BoardUpdate updateOf(std::vector<LockEntryPtr> changed, std::vector<Resource> gone = {})
{
    BoardUpdate update;
    update.changed = std::move(changed);
    update.gone = std::move(gone);
    return update;
}

std::vector<std::pair<std::string, std::uint64_t>> changesOf(const BoardUpdate& update)
{
    std::vector<std::pair<std::string, std::uint64_t>> changes;
    for (const LockEntryPtr& entry : update.changed)
        changes.emplace_back(entry->resource.value(), entry->revision);
    return changes;
}

} // namespace

class UpdateInboxTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handsOutWhatCame()
    {
        UpdateInbox inbox;
        QVERIFY(!inbox.take());
        inbox.put(updateOf({entryOf("a", 1)}, {Resource("b")}));
        const auto update = inbox.take();
        QVERIFY(update.has_value());
        QCOMPARE(update->changed.size(), std::size_t{1});
        QCOMPARE(update->gone, std::vector<Resource>{Resource("b")});
        QVERIFY(!inbox.take());
    }

    void wakesTheReaderOnceForAllThatWaits()
    {
        UpdateInbox inbox;
        QVERIFY(inbox.put(updateOf({entryOf("a", 1)})));
        QVERIFY(!inbox.put(updateOf({entryOf("b", 1)})));
        QVERIFY(inbox.take().has_value());
        QVERIFY(inbox.put(updateOf({entryOf("c", 1)})));
    }

    void keepsTheLatestOfEachResource()
    {
        UpdateInbox inbox;
        inbox.put(updateOf({entryOf("a", 1), entryOf("b", 2)}));
        inbox.put(updateOf({entryOf("a", 3)}));
        const auto update = inbox.take();
        const decltype(changesOf(*update)) expected{{"b", 2}, {"a", 3}};
        QCOMPARE(changesOf(*update), expected);
    }

    void whatCameBackIsNotGone()
    {
        UpdateInbox inbox;
        inbox.put(updateOf({}, {Resource("a")}));
        inbox.put(updateOf({entryOf("a", 2)}));
        const auto update = inbox.take();
        QCOMPARE(update->changed.size(), std::size_t{1});
        QVERIFY(update->gone.empty());
    }

    void whatIsGoneHasNotChanged()
    {
        UpdateInbox inbox;
        inbox.put(updateOf({entryOf("a", 1)}));
        inbox.put(updateOf({}, {Resource("a")}));
        const auto update = inbox.take();
        QVERIFY(update->changed.empty());
        QCOMPARE(update->gone, std::vector<Resource>{Resource("a")});
    }

    void whatWasLostAndCameBackIsNotLost()
    {
        UpdateInbox inbox;
        BoardUpdate lost = updateOf({}, {Resource("a"), Resource("b")});
        lost.lost = lost.gone;
        inbox.put(lost);
        inbox.put(updateOf({entryOf("a", 1)}));
        inbox.put(updateOf({}, {Resource("a")}));
        const auto update = inbox.take();
        QVERIFY(update->changed.empty());
        QCOMPARE(update->gone.size(), std::size_t{2});
        QCOMPARE(update->lost, std::vector<Resource>{Resource("b")});
    }

    /// A reader that was woken while more was merged finds nothing, and sleeps again.
    void losesNothingBetweenTwoThreads()
    {
        constexpr std::uint64_t kUpdates = 20'000;
        UpdateInbox inbox;
        std::binary_semaphore woken{0};
        std::jthread writer([&] {
            for (std::uint64_t i = 1; i <= kUpdates; ++i) {
                const std::string name = std::to_string(i % 7);
                if (inbox.put(updateOf({entryOf(name, i), entryOf("latest", i)})))
                    woken.release();
            }
        });
        std::map<std::string, std::uint64_t> seen;
        while (seen["latest"] < kUpdates) {
            QVERIFY(woken.try_acquire_for(std::chrono::seconds(30)));
            const auto update = inbox.take();
            for (const auto& [name, revision] : update ? changesOf(*update) : changesOf({})) {
                QVERIFY(revision > seen[name]);
                seen[name] = revision;
            }
        }
        for (const auto& [name, revision] : seen)
            QVERIFY2(name == "latest" || revision > kUpdates - 7, name.c_str());
    }

    void keepsWhatWasLost()
    {
        UpdateInbox inbox;
        BoardUpdate lost = updateOf({}, {Resource("a"), Resource("b")});
        lost.lost = {Resource("b")};
        inbox.put(lost);
        inbox.put(updateOf({}, {Resource("c")}));
        const auto update = inbox.take();
        QCOMPARE(update->gone.size(), std::size_t{3});
        QCOMPARE(update->lost, std::vector<Resource>{Resource("b")});
    }

    void hasTheLatestOfTheMasters()
    {
        UpdateInbox inbox;
        BoardUpdate first = updateOf({});
        first.locks = 1;
        inbox.put(first);
        BoardUpdate second = updateOf({});
        second.locks = 2;
        second.isComplete = true;
        second.masters.emplace_back();
        inbox.put(second);
        const auto update = inbox.take();
        QCOMPARE(update->locks, std::size_t{2});
        QVERIFY(update->isComplete);
        QCOMPARE(update->masters.size(), std::size_t{1});
    }

    /// Entries that nobody will look at any more would hold on to their memory.
    void letsGoOfWhatIsSuperseded()
    {
        UpdateInbox inbox;
        std::vector<std::weak_ptr<const LockEntry>> handedIn;
        for (std::uint64_t i = 0; i < 100'000; ++i) {
            const auto entry = entryOf("a", i);
            handedIn.emplace_back(entry);
            inbox.put(updateOf({entry}));
        }
        const auto isKept = [](const auto& entry) { return !entry.expired(); };
        QVERIFY(std::ranges::count_if(handedIn, isKept) < 2000);
        QVERIFY(isKept(handedIn.back()));
    }
};

LOCKKEEPER_TEST(UpdateInboxTest)

} // namespace lockkeeper::tests::update_inbox_test

#include "update_inbox_test.moc"
