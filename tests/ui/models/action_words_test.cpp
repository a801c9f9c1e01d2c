// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/words/action_words.h"

namespace lockkeeper::tests::action_words_test {

using release::Action;

class ActionWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatCanBeDoneHasNoReason()
    {
        const auto entry = heldEntry("a", SteadyTime{});
        QCOMPARE(ui::whyDisabled(Action::Release, *entry, {}), QString());
        QCOMPARE(ui::whyDisabled(Action::Revoke, *entry, {}), QString());
    }

    void readOnlyNamesTheCure()
    {
        const auto entry = heldEntry("a", SteadyTime{});
        QVERIFY(ui::whyDisabled(Action::Release, *entry, {.isReadOnly = true})
                    .contains(u"Allow changes"_s));
    }

    void aViewOnlyLockSaysSo()
    {
        LockEntryBuilder builder("a", SteadyTime{});
        builder.held("token", 30s).lock().isReleasable = false;
        for (const Action action : {Action::Release, Action::Revoke})
            QVERIFY(ui::whyDisabled(action, *builder.build(), {}).startsWith(u"View only"_s));
    }

    void aLockThatCanOnlyBeReleasedSaysWhyItIsNotRevoked()
    {
        LockEntryBuilder builder("a", SteadyTime{});
        builder.held("token", 30s).lock().format = "RQ";
        QCOMPARE(ui::whyDisabled(Action::Release, *builder.build(), {}), QString());
        QVERIFY(ui::whyDisabled(Action::Revoke, *builder.build(), {}).contains(u"RQ"_s));
    }

    void ourOwnLeaseIsReleasedNotRevoked()
    {
        const auto entry = heldEntry("a", SteadyTime{});
        QCOMPARE(ui::whyDisabled(Action::Release, *entry, {.isOurs = true}), QString());
        QVERIFY(!ui::whyDisabled(Action::Revoke, *entry, {.isOurs = true}).isEmpty());
    }

    void whatNobodyStoresHasNothingToFree()
    {
        LockEntryBuilder builder("a", SteadyTime{});
        QVERIFY(!ui::whyDisabled(Action::Release, *builder.build(), {}).isEmpty());
        QVERIFY(
            !ui::whyDisabled(Action::Release, *builder.held("token", 30s).build(), {.isGone = true})
                 .isEmpty());
    }
};

LOCKKEEPER_TEST(ActionWordsTest)

} // namespace lockkeeper::tests::action_words_test

#include "action_words_test.moc"
