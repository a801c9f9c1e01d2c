// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/timeline/timeline_words.h"

namespace lockkeeper::tests::timeline_words_test {

using namespace lockkeeper::ui;

namespace {

const WallTime kFrom{1'750'000'000s};

history::Interval endedAs(history::End end)
{
    return {.resource = Resource("orders:42"),
        .token = Fingerprint::ofString("a"),
        .firstSeen = kFrom,
        .lastSeen = kFrom + 3s,
        .endedAt = kFrom + 3s,
        .end = end,
        .isStartSeen = true,
        .held = 3s,
        .isHeldExact = true};
}

} // namespace

class TimelineWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// It looks the same whether the holder had released it or not.
    void anotherHolderAtTheNextLookHasNotTakenOver()
    {
        const history::Interval ended = endedAs(history::End::NextHolder);
        const QString line = intervalLine(ended, QTimeZone::utc());
        QVERIFY2(line.contains(u"next holder at once"_s), qPrintable(line));
        QVERIFY(!line.contains(u"taken over"_s));
        const QString text = intervalText(ended, QTimeZone::utc());
        QVERIFY2(
            text.contains(u"released too quickly to be seen, or overwritten"_s), qPrintable(text));
    }
};

LOCKKEEPER_TEST(TimelineWordsTest)

} // namespace lockkeeper::tests::timeline_words_test

#include "timeline_words_test.moc"
