// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/natural_order.h"
#include "tests/support/test_class.h"

#include <random>
#include <string>
#include <vector>

namespace lockkeeper::tests::natural_order_test {

using Names = std::vector<std::string>;

class NaturalOrderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersCountByTheirValue_data()
    {
        QTest::addColumn<Names>("ascending");
        QTest::newRow("numbers") << Names{"batch:1", "batch:2", "batch:10", "batch:10:a"};
        QTest::newRow("within") << Names{"a1b2", "a1b10", "a2b1", "a10b1"};
        QTest::newRow("leading zeros") << Names{"a007", "a07", "a7", "a8", "a010"};
        QTest::newRow("zero") << Names{"a", "a0", "a5", "a:"};
        QTest::newRow("no numbers") << Names{"", "A", "a", "a/", "aa", "b", "\xff"};
        QTest::newRow("around digits") << Names{"a/9", "a9", "a:0"};
        QTest::newRow("long") << Names{"9", "999999999", "1000000000", "10000000000000000000000000",
            std::string(300, '8'), std::string(299, '9') + "00"};
    }
    void numbersCountByTheirValue()
    {
        QFETCH(Names, ascending);
        for (std::size_t i = 0; i < ascending.size(); ++i) {
            for (std::size_t j = 0; j < ascending.size(); ++j)
                QCOMPARE(NaturalLess()(ascending[i], ascending[j]), i < j);
        }
    }

    void itIsAnOrderThatTheKeysFollow()
    {
        std::mt19937 random(1);
        Names names;
        while (names.size() < 400) {
            std::string name;
            for (std::size_t length = random() % 12; length > 0; --length)
                name += "0019:/a"[random() % 7];
            names.push_back(std::move(name));
        }
        std::ranges::sort(names, NaturalLess());
        for (std::size_t i = 0; i < names.size(); ++i) {
            for (std::size_t j = i; j < names.size(); ++j) {
                const bool isSame = names[i] == names[j];
                QCOMPARE(NaturalLess()(names[i], names[j]), !isSame);
                QVERIFY(!NaturalLess()(names[j], names[i]));
                QVERIFY2(naturalKey(names[i]) <= naturalKey(names[j]),
                    (names[i] + " " + names[j]).c_str());
            }
        }
    }
};

LOCKKEEPER_TEST(NaturalOrderTest)

} // namespace lockkeeper::tests::natural_order_test

#include "natural_order_test.moc"
