// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/connect/connect_dialog.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/dialogs/whois_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace lockkeeper::tests::dialog_buttons_test {

using Made = std::function<std::unique_ptr<QDialog>()>;

/// Every dialog has its buttons at one place, and room for all its texts.
class DialogButtonsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theDeedStandsBesideCancelInTheCorner_data()
    {
        const auto row = columns<Made, QString, QString>();
        const QString cancel = u"cancelButton"_s;
        row(
            "acquire", [] { return make<ui::AcquireDialog>(u"prod"_s, noHolder); },
            u"acquireButton"_s, cancel);
        row(
            "alerts", [] { return make<ui::AlertDialog>(ui::AlertSettings()); }, u"saveButton"_s,
            cancel);
        row(
            "allow changes", [] { return make<ui::AllowChangesDialog>(config::Deployment()); },
            u"allowButton"_s, cancel);
        row(
            "connect", [this] { return make<ui::ConnectDialog>(m_clock, "/etc/d.toml", false); },
            u"connectButton"_s, cancel);
        row(
            "note",
            [this] { return make<ui::NoteDialog>(Resource("r"), observe::Note(), m_clock); },
            u"writeNoteButton"_s, cancel);
        row(
            "token",
            [] {
                return make<ui::TokenDialog>(Resource("r"), std::vector<ui::TokenDialog::Choice>());
            },
            u"goButton"_s, cancel);
        row(
            "whois", [] { return make<ui::WhoisDialog>(Resource("r"), 3U); }, u"lookButton"_s,
            u"closeButton"_s);
        row(
            "release", [this] { return release(nullptr); }, u"releaseButton"_s, cancel);
        row(
            "bulk",
            [this] { return make<ui::BulkDialog>(items(), std::filesystem::path("/var/j.jsonl")); },
            u"freeButton"_s, cancel);
    }
    void theDeedStandsBesideCancelInTheCorner()
    {
        const auto [made, deedName, cancelName] = fetch<Made, QString, QString>();
        const auto dialog = made();
        dialog->resize(1, 1);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        QVERIFY(dialog->width() >= dialog->layout()->minimumSize().width());
        const auto& deed = child<QPushButton>(*dialog, deedName);
        const auto& cancel = child<QPushButton>(*dialog, cancelName);
        const auto* const box = qobject_cast<QDialogButtonBox*>(cancel.parentWidget());
        QVERIFY(box != nullptr);
        QCOMPARE(deed.parentWidget(), box);
        QCOMPARE(dialog->findChildren<QDialogButtonBox*>().size(), 1);
        const QMargins margins = dialog->layout()->contentsMargins();
        // Wrapped texts are measured once they were painted.
        QTRY_COMPARE(cancel.mapTo(dialog.get(), cancel.rect().bottomRight()),
            dialog->rect().bottomRight() - QPoint(margins.right(), margins.bottom()));
        QVERIFY(deed.x() < cancel.x());
    }

    void aDialogThatMayHurtHasNoDefaultButton()
    {
        const auto dialog = release(nullptr);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        for (const auto* button : dialog->findChildren<QPushButton*>())
            QVERIFY2(
                !button->isVisible() || !button->isDefault(), qPrintable(button->objectName()));
    }

    void whatHasNoUseNowStaysHidden()
    {
        const auto dialog = release(nullptr);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        for (const bool isStyleChanged : {false, true}) {
            if (isStyleChanged) { // as by a change of the theme
                QEvent change(QEvent::StyleChange);
                QCoreApplication::sendEvent(
                    child<QPushButton>(*dialog, u"cancelButton"_s).parentWidget(), &change);
            }
            for (const QString& name : {u"reportButton"_s, u"lookButton"_s})
                QVERIFY2(!child<QPushButton>(*dialog, name).isVisible(), qPrintable(name));
            QVERIFY(child<QPushButton>(*dialog, u"releaseButton"_s).isVisible());
        }
    }

    void aNarrowReleaseDialogIsAsHighAsItsContent()
    {
        QWidget window;
        window.resize(500, 780);
        window.show();
        const auto dialog = release(&window);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        QVERIFY(dialog->width() <= window.width());
        QTRY_VERIFY(isWhole(*dialog));
    }

    void whatCameOfAReleaseIsShownWhole()
    {
        QWidget window;
        window.resize(500, 780);
        window.show();
        const auto dialog = release(&window);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        dialog->showResult(Result<release::Report>(
            release::Report{.outcomes = {{MasterId("a"), release::MasterResult::Released},
                                {MasterId("b"), release::MasterResult::Unreachable,
                                    Error{ErrorClass::Timeout, std::string(200, 'e')}}},
                .isQuorumFreed = true}));
        m_clock.advance(1s);
        LockEntryBuilder next("cron:bill", m_clock.now());
        next.held("next", 30s).lock().holder.app = "importer of " + std::string(150, 'y');
        dialog->showEntry(next.build());
        const auto& now = child<QLabel>(*dialog, u"nowLabel"_s);
        QVERIFY2(now.text().contains(u"has it"_s), qPrintable(now.text()));
        QTRY_VERIFY(isWhole(*dialog));
    }

private:
    /// Nothing is cut, nothing scrolls.
    [[nodiscard]] static bool isWhole(const QDialog& dialog)
    {
        const auto labels = dialog.findChildren<QLabel*>();
        const auto areas = dialog.findChildren<QScrollArea*>();
        return std::ranges::all_of(labels, [](const QLabel* label) {
            return !label->isVisible() || !label->wordWrap()
                || label->height() >= label->heightForWidth(label->width());
        }) && std::ranges::all_of(areas, [](const QScrollArea* area) {
            return !area->isVisible()
                || (area->verticalScrollBar()->maximum() == 0
                    && area->widget()->width() <= area->viewport()->width());
        });
    }
    template <class Dialog, class... Of> static std::unique_ptr<QDialog> make(Of&&... of)
    {
        return std::make_unique<Dialog>(std::forward<Of>(of)...);
    }
    static QString noHolder(const Resource&) { return {}; }
    [[nodiscard]] observe::LockEntryPtr entry() const
    {
        return LockEntryBuilder("cron:bill", m_clock.now()).held("token", 30s).build();
    }
    [[nodiscard]] std::vector<ui::BulkItem> items() const
    {
        std::vector<ui::BulkItem> items;
        items.push_back({.resource = Resource("cron:bill"), .entry = entry()});
        items.back().token = leadingToken(items.back().entry->votes);
        return items;
    }
    [[nodiscard]] std::unique_ptr<ui::ReleaseDialog> release(QWidget* parent)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        const auto held = entry();
        auto plan = release::planRelease(*deployment, *held, Fingerprint::ofString("token"));
        return std::make_unique<ui::ReleaseDialog>(
            ui::ReleaseDialog::Subject{.plan = std::move(*plan),
                .entry = held,
                .journalFile = "/var/journal.jsonl",
                .deployment = u"test"_s},
            m_clock, m_processes, parent);
    }

    ManualClock m_clock;
    test::NoProcesses m_processes;
};

LOCKKEEPER_TEST(DialogButtonsTest)

} // namespace lockkeeper::tests::dialog_buttons_test

#include "dialog_buttons_test.moc"
