// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/wait_announcement.h"

#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"

#include <random>

namespace lockkeeper::tests::wait_announcement_test {

using namespace lockkeeper::lock;

namespace {

WaitAnnouncement announcement(std::vector<Resource> resources = {Resource("order:7")})
{
    return {.resources = std::move(resources),
        .owner = {.host = "web-4", .pid = 99, .app = "api", .process = "0123456789abcdef-77"},
        .since = WallTime(1'795'466'886'342ms),
        .id = "00c0ffee00c0ffee",
        .holding = std::vector{Fingerprint::ofString("a"), Fingerprint::ofString("b")}};
}

std::vector<Fingerprint> tokens(int count)
{
    std::vector<Fingerprint> all;
    for (int i = 0; i < count; ++i)
        all.push_back(Fingerprint::ofString(std::to_string(i)));
    return all;
}

} // namespace

class WaitAnnouncementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theChannelHasTheDocumentedName()
    {
        QCOMPARE(channelOf(announcement({Resource("order:7"), Resource("b,c")})),
            std::optional<std::string>("lk1:wait:order%3A7,b%2Cc:web-4:99:api:1795466886342:"
                                       "p0123456789abcdef-77:w00c0ffee00c0ffee:"
                                       "h86f7e437faa5a7fce15d1ddcb9eaeaea377667b8,"
                                       "e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98"));
    }
    void whoGivesUpInADeadlockSaysSo()
    {
        WaitAnnouncement told = announcement();
        told.failsOnDeadlock = true;
        QVERIFY(channelOf(told)->find(":w00c0ffee00c0ffee:f:h86f7") != std::string::npos);
    }
    void whatWasAnnouncedIsRead_data()
    {
        const auto row = columns<std::vector<Fingerprint>, bool>();
        row("unknown", std::vector<Fingerprint>(), false);
        row("none", std::vector<Fingerprint>(), true);
        row("two", tokens(2), true);
        row("ninety", tokens(90), true);
    }
    void whatWasAnnouncedIsRead()
    {
        const auto [tokens, isKnown] = fetch<std::vector<Fingerprint>, bool>();
        WaitAnnouncement told = announcement();
        told.holding = isKnown ? std::optional(tokens) : std::nullopt;
        QVERIFY(parseWaitChannel(channelOf(told).value()) == told);
        told.isHoldingCertain = !isKnown; // of nothing, nothing is uncertain
        told.failsOnDeadlock = true;
        told.database = 7;
        QVERIFY(parseWaitChannel(channelOf(told).value()) == told);
    }
    void everyNameOfAResourceComesThrough()
    {
        for (const std::string& name : hostileNames(500)) {
            const WaitAnnouncement told = announcement({Resource(name), Resource("x")});
            const auto channel = channelOf(told);
            if (channel)
                QVERIFY2(parseWaitChannel(*channel) == told, name.c_str());
            else
                QVERIFY2(name.size() > 1000, name.c_str());
        }
    }
    void whatIsTooLongIsLeftOut()
    {
        WaitAnnouncement told = announcement();
        told.holding = tokens(100);
        const auto parsed = parseWaitChannel(channelOf(told).value());
        QVERIFY(parsed && !parsed->holding);
        QVERIFY(!channelOf(announcement({Resource(std::string(5000, 'x'))})));
    }
    void otherNamesAreNone_data()
    {
        const auto row = columns<std::string>();
        const std::string owner = "web-4:99:api:1795466886342:";
        row("empty", "");
        row("another channel", "__redis__:invalidate");
        row("no fields", "lk1:wait:");
        row("no id", "lk1:wait:r:" + owner + "p1");
        row("an empty id", "lk1:wait:r:" + owner + "w");
        row("no resource", "lk1:wait::" + owner + "w00c0ffee00c0ffee");
        row("an empty resource", "lk1:wait:r,,s:" + owner + "w00c0ffee00c0ffee");
        row("a raw colon", "lk1:wait:a:b:" + owner + "w00c0ffee00c0ffee");
        row("half a token", "lk1:wait:r:" + owner + "w00c0ffee00c0ffee:h86f7");
        row("a pid that is none", "lk1:wait:r:web-4:-1:api:1795466886342:w00c0ffee00c0ffee");
        row("too long", "lk1:wait:" + std::string(5000, 'x') + ":" + owner + "w00c0ffee00c0ffee");
    }
    void otherNamesAreNone()
    {
        const auto [name] = fetch<std::string>();
        QVERIFY(!parseWaitChannel(name));
    }
    void aBrokenNameIsNoneOrReadTheSameAgain()
    {
        const std::string whole = channelOf(announcement()).value();
        std::mt19937 random(18);
        for (int i = 0; i < 20'000; ++i) {
            std::string broken = whole;
            const std::size_t at = random() % broken.size();
            if (random() % 2 == 0)
                broken.erase(at, 1 + random() % 4);
            else
                broken[at] = static_cast<char>(random());
            // Other fields may come with later versions, so a name may be read and not be ours.
            if (const auto parsed = parseWaitChannel(broken))
                QVERIFY(parseWaitChannel(channelOf(*parsed).value()) == *parsed);
        }
    }
    void fieldsOfLaterVersionsAreIgnored()
    {
        QVERIFY(parseWaitChannel(channelOf(announcement()).value() + ":zlater") == announcement());
    }
    void idsAreNeverAlike() { QVERIFY(makeWaitId().value() != makeWaitId().value()); }
};

LOCKKEEPER_TEST(WaitAnnouncementTest)

} // namespace lockkeeper::tests::wait_announcement_test

#include "wait_announcement_test.moc"
