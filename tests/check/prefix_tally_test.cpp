// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/prefix_tally.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::prefix_tally_test {

using check::PrefixCount;
using check::PrefixTally;

class PrefixTallyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPrefixEndsBehindTheFirstWord_data()
    {
        const auto row = columns<QString, QString>();
        row.named("lock:orders:42", "lock:*");
        row.named("lock:orders", "lock:*");
        row.named("order-lock-5", "order-lock-*");
        row.named("maintenance", "maintenance");
        row.named("locks/a", "locks/*");
        row.named("what?:a", "what\\?:*");
        row.named("4711:lock", "");
        row.named("lock:", "lock:*");
        row.named(":lock:a", ":lock:*");
    }
    void aPrefixEndsBehindTheFirstWord()
    {
        const auto [name, pattern] = fetch<QString, QString>();
        QCOMPARE(QString::fromStdString(check::prefixPatternOf(name.toStdString())), pattern);
    }

    void whatLooksLikeLocksComesFirst()
    {
        PrefixTally tally;
        for (int i = 0; i < 30; ++i)
            tally.add("session:" + std::to_string(i));
        for (int i = 0; i < 3; ++i)
            tally.add("lock:" + std::to_string(i));
        tally.add("config");
        const auto prefixes = tally.prefixes(10);
        QCOMPARE(prefixes.size(), std::size_t(2));
        QCOMPARE(prefixes[0], (PrefixCount{"lock:*", 3, 3}));
        QCOMPARE(prefixes[1], (PrefixCount{"session:*", 30, 0}));
        QCOMPARE(tally.prefixes(1).size(), std::size_t(1));
    }

    void whatResemblesALockCountsAsOne()
    {
        PrefixTally tally;
        tally.add("scheduler:leader");
        QCOMPARE(tally.prefixes(10).at(0).lockLike, std::size_t(1));
    }

    void aKeyOfSeveralMastersCountsOnce()
    {
        PrefixTally tally;
        for (int master = 0; master < 5; ++master)
            tally.add("lock:a");
        QCOMPARE(tally.keys(), std::size_t(1));
        QCOMPARE(tally.prefixes(10).at(0).keys, std::size_t(1));
    }

    void takesAnyBytes()
    {
        PrefixTally tally;
        for (const std::string_view name : {std::string_view("\0\xff:", 3), std::string_view("")})
            tally.add(name);
        QCOMPARE(tally.keys(), std::size_t(2));
    }
};

LOCKKEEPER_TEST(PrefixTallyTest)

} // namespace lockkeeper::tests::prefix_tally_test

#include "prefix_tally_test.moc"
