// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/models/locks/vote_table_model.h"
#include "ui/widgets/table_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

namespace lockkeeper::tests::split_window_test {

namespace {

std::string tokenOf(const char* app, char random)
{
    return "lk1:web-3:812:" + std::string(app) + ":1750000000000:" + std::string(40, random);
}

} // namespace

/// The window over a lock of which each master stores another token, against real servers.
class SplitWindowTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        const char* const apps[] = {"api", "cron", "shop"};
        for (std::size_t i = 0; i < 3; ++i)
            m_servers->command(
                i, {"SET", "cron:bill", tokenOf(apps[i], static_cast<char>('a' + i))});
    }
    void cleanup() { endAll(); }

    void eachTokenHasItsHolder()
    {
        showWindow();
        const auto* votes = child<ui::TableView>(*m_window, u"votesTable"_s).model();
        const auto holder = [votes](int row) {
            return votes->index(row, ui::VoteTableModel::Holder).data().toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(votes->rowCount(), 3, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(holder(0).startsWith(u"api@web-3"_s), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(holder(1).startsWith(u"cron@web-3"_s), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(holder(2).startsWith(u"shop@web-3"_s), kPatience);
        QVERIFY(!child<ui::TableView>(*m_window, u"votesTable"_s)
                     .isColumnHidden(ui::VoteTableModel::Holder));
    }

    void theChoicesChangeAroundTheSelection()
    {
        const Fingerprint a = Fingerprint::ofString("a");
        const Fingerprint b = Fingerprint::ofString("b");
        ui::TokenDialog dialog(Resource("r"), {{a, u"a, 1 s ago"_s}, {b, u"b, 1 s ago"_s}});
        auto& list = child<QListWidget>(dialog, u"tokenList"_s);
        QVERIFY(!dialog.token());
        list.setCurrentRow(1);
        QCOMPARE(dialog.token(), std::optional(b));
        dialog.setChoices({{a, u"a, 2 s ago"_s}, {b, u"b, 2 s ago"_s}});
        QCOMPARE(dialog.token(), std::optional(b));
        QCOMPARE(list.item(1)->text(), u"b, 2 s ago"_s);
        dialog.setChoices({{b, u"b"_s}});
        QCOMPARE(dialog.token(), std::optional(b));
        dialog.setChoices({{a, u"a"_s}});
        QVERIFY(!dialog.token());
        QVERIFY(!child<QPushButton>(dialog, u"goButton"_s).isEnabled());
    }

    void aTokenBesideTheHoldersIsReleasedAlone()
    {
        m_servers->command(1, {"SET", "cron:bill", tokenOf("api", 'a')});
        showWindow();
        QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(*m_window, u"evidenceLabel"_s)
                                     .text()
                                     .contains(u"another token on 1 of 3"_s),
            kPatience);
        m_window->release();
        auto& tokens = child<ui::TokenDialog>(*m_window, u"tokenDialog"_s);
        auto& list = child<QListWidget>(tokens, u"tokenList"_s);
        QCOMPARE(list.count(), 2);
        QVERIFY(list.item(1)->text().contains(u"on c: shop@web-3 pid 812"_s));
        list.setCurrentRow(1);
        click(child<QPushButton>(tokens, u"goButton"_s));
        auto& dialog = child<ui::ReleaseDialog>(*m_window, u"releaseDialog"_s);
        release(dialog, u"lost masters"_s);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_servers->command(2, {"EXISTS", "cron:bill"}).integer, 0, kPatience);
        for (const std::size_t other : {std::size_t(0), std::size_t(1)})
            QCOMPARE(m_servers->command(other, {"EXISTS", "cron:bill"}).integer, 1);
    }

    void theChosenTokenIsReleased()
    {
        showWindow();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), kPatience);
        m_window->release();
        auto& tokens = child<ui::TokenDialog>(*m_window, u"tokenDialog"_s);
        auto& list = child<QListWidget>(tokens, u"tokenList"_s);
        QCOMPARE(list.count(), 3);
        QVERIFY(list.item(1)->text().contains(u"on b: cron@web-3 pid 812"_s));
        QVERIFY(!child<QPushButton>(tokens, u"goButton"_s).isEnabled());
        list.setCurrentRow(1);
        click(child<QPushButton>(tokens, u"goButton"_s));
        auto& dialog = child<ui::ReleaseDialog>(*m_window, u"releaseDialog"_s);
        QVERIFY(labels(dialog).contains(u"held by cron@web-3 pid 812"_s));
        release(dialog, u"split"_s);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_servers->command(1, {"EXISTS", "cron:bill"}).integer, 0, kPatience);
        for (const std::size_t other : {std::size_t(0), std::size_t(2)})
            QCOMPARE(m_servers->command(other, {"EXISTS", "cron:bill"}).integer, 1);
    }

private:
    [[nodiscard]] bool isSettled() const
    {
        const ui::LockRow* const row = m_session->locks().find(Resource("cron:bill"));
        const auto entry = row == nullptr ? nullptr : row->entry;
        return entry && entry->isSettled && entry->tokens().size() == 3
            && entry->rivals->size() == 2;
    }
    static void release(const ui::ReleaseDialog& dialog, const QString& reason)
    {
        type(child<QLineEdit>(dialog, u"reasonLineEdit"_s), reason);
        type(child<QLineEdit>(dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        click(child<QPushButton>(dialog, u"releaseButton"_s));
    }
    static QString labels(const QWidget& parent)
    {
        QStringList texts;
        for (const auto* label : parent.findChildren<QLabel*>())
            texts << label->text();
        return texts.join(u'\n');
    }
};

LOCKKEEPER_TEST(SplitWindowTest)

} // namespace lockkeeper::tests::split_window_test

#include "split_window_test.moc"
