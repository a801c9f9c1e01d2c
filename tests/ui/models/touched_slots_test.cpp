// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/locks/lock_table.h"

#include <numeric>

namespace lockkeeper::tests::touched_slots_test {

using lockkeeper::ui::TouchedSlots;

class TouchedSlotsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewAreTakenAtOnce()
    {
        TouchedSlots touched;
        touched.add({3, 1});
        touched.add({2});
        QVERIFY(!touched.needsRepeat());
        QCOMPARE(touched.take(), (std::vector<int>{3, 1, 2}));
        QVERIFY(touched.take().empty());
    }

    void manyAreHandedOutSomeAtATime()
    {
        std::vector<int> slots(7001);
        std::iota(slots.begin(), slots.end(), 0);
        TouchedSlots touched;
        touched.add(slots);
        std::vector<int> seen;
        int times = 0;
        connect(&touched, &TouchedSlots::due, this, [&](const std::vector<int>& due) {
            ++times;
            seen.insert(seen.end(), due.begin(), due.end());
        });
        QVERIFY(touched.take().empty());
        QVERIFY(seen.empty());
        QTRY_COMPARE(seen.size(), slots.size());
        QCOMPARE(seen, slots);
        QCOMPARE(times, 4);
    }

    void aJobIsNotRepeatedForEver()
    {
        TouchedSlots touched;
        int repeats = 0;
        do {
            touched.clear();
            touched.add(std::vector<int>(5000));
            ++repeats;
        } while (touched.needsRepeat());
        QCOMPARE(repeats, 4);
        QVERIFY(touched.needsRepeat()); // the next job
    }
};

LOCKKEEPER_TEST(TouchedSlotsTest)

} // namespace lockkeeper::tests::touched_slots_test

#include "touched_slots_test.moc"
