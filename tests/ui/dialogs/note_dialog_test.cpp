// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/note_dialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockkeeper::tests::note_dialog_test {

using observe::Note;
using release::NoteDeed;
using release::NoteReport;
using release::NoteResult;
using ui::NoteDialog;

namespace {

Note noteOf(const std::string& author, const std::string& text)
{
    return {.kind = Note::Kind::Readable, .author = author, .text = text};
}

} // namespace

class NoteDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsTypedIsWrittenForTheChosenTime()
    {
        const auto dialog = open({});
        auto& write = child<QPushButton>(*dialog, u"writeNoteButton"_s);
        QVERIFY(!write.isEnabled());
        QVERIFY(!child<QPushButton>(*dialog, u"clearNoteButton"_s).isVisible());
        type(child<QLineEdit>(*dialog, u"noteLineEdit"_s), u" looks at it "_s);
        std::optional<NoteDeed> wanted;
        connect(dialog.get(), &NoteDialog::writeRequested, this,
            [&](const Resource&, const NoteDeed& deed) { wanted = deed; });
        const auto& times = child<QComboBox>(*dialog, u"noteTimeComboBox"_s);
        QCOMPARE(times.currentData().toInt(), 30);
        QCOMPARE(times.currentText(), u"30 minutes"_s);
        QCOMPARE(times.itemText(times.count() - 1), u"24 hours"_s);
        write.click();
        QVERIFY(wanted);
        QCOMPARE(wanted->text, std::string("looks at it"));
        QCOMPARE(wanted->ttl, 30min);
        QVERIFY(!wanted->isReplacing);
        QVERIFY(!write.isEnabled()); // until it is done
        dialog->showReport(*wanted, NoteReport{.outcomes = {}, .isDone = true});
        QVERIFY(!dialog->isVisible());
    }

    void somebodyElsesIsShownAndReplacedByName()
    {
        const auto dialog = open(noteOf("bob@desk", "<b>his</b>"));
        auto& present = child<QLabel>(*dialog, u"presentNoteLabel"_s);
        QCOMPARE(present.textFormat(), Qt::PlainText);
        QVERIFY(present.text().contains(u"bob@desk is on it since"_s));
        QVERIFY(present.text().contains(u"<b>his</b>"_s));
        QVERIFY(child<QLineEdit>(*dialog, u"noteLineEdit"_s).text().isEmpty());
        auto& write = child<QPushButton>(*dialog, u"writeNoteButton"_s);
        QCOMPARE(write.text(), u"&Replace this note"_s);
        bool isReplacing = false;
        bool isClearing = false;
        connect(dialog.get(), &NoteDialog::writeRequested, this,
            [&](const Resource&, const NoteDeed& deed) {
                isReplacing = deed.isReplacing;
                isClearing = deed.isClearing();
            });
        child<QPushButton>(*dialog, u"clearNoteButton"_s).click();
        QVERIFY(isReplacing && isClearing);
    }

    void aNoteThatCameFirstIsToldAndNothingIsLost()
    {
        const auto dialog = open({});
        auto& text = child<QLineEdit>(*dialog, u"noteLineEdit"_s);
        type(text, u"mine"_s);
        child<QPushButton>(*dialog, u"writeNoteButton"_s).click();
        dialog->showReport({.text = "mine"},
            {.outcomes = {{MasterId("a"), NoteResult::AnotherNote}},
                .other = noteOf("bob@desk", "his")});
        QVERIFY(dialog->isVisible());
        QVERIFY(child<QLabel>(*dialog, u"noteProblemLabel"_s)
                    .text()
                    .startsWith(u"not written: bob@desk is on it"_s));
        QCOMPARE(child<QPushButton>(*dialog, u"writeNoteButton"_s).text(), u"&Replace this note"_s);
        QCOMPARE(text.text(), u"mine"_s);
    }

    void onesOwnIsChanged()
    {
        Note mine = noteOf(release::noteAuthor(), "mine");
        mine.until = m_clock.now() + 100min;
        const auto dialog = open(mine);
        QCOMPARE(child<QLineEdit>(*dialog, u"noteLineEdit"_s).text(), u"mine"_s);
        // Whoever changes the words does not shorten the time.
        QCOMPARE(child<QComboBox>(*dialog, u"noteTimeComboBox"_s).currentData().toInt(), 120);
        QVERIFY(child<QLabel>(*dialog, u"presentNoteLabel"_s).text().contains(u"ends in 1 h"_s));
        QCOMPARE(child<QPushButton>(*dialog, u"writeNoteButton"_s).text(), u"&Write the note"_s);
    }

    void nothingIsWrittenWhereNothingMayBeChanged()
    {
        const auto dialog = open({});
        type(child<QLineEdit>(*dialog, u"noteLineEdit"_s), u"x"_s);
        dialog->setWhyDisabled(u"read-only"_s);
        auto& write = child<QPushButton>(*dialog, u"writeNoteButton"_s);
        QVERIFY(!write.isEnabled());
        QVERIFY(write.toolTip().contains(u"read-only"_s));
    }

private:
    std::unique_ptr<NoteDialog> open(const Note& note)
    {
        auto dialog = std::make_unique<NoteDialog>(Resource("lock:a"), note, m_clock);
        dialog->show();
        return dialog;
    }

    SystemClock m_clock;
};

LOCKKEEPER_TEST(NoteDialogTest)

} // namespace lockkeeper::tests::note_dialog_test

#include "note_dialog_test.moc"
