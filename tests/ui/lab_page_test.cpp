// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/keyboard_walk.h"
#include "tests/ui/widget_finders.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/run_view.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <condition_variable>
#include <mutex>

namespace lockkeeper::tests::lab_page_test {

using ui::LabPage;
using ui::LabRunner;
using ui::RunView;

namespace {

/// A run in which two hold the lock, up to a moment.
lab::Recording seenAfter(std::chrono::milliseconds time)
{
    const SteadyTime start(1h);
    lab::Recording seen{.start = start, .end = start + time};
    seen.beliefs = {{.who = 'A', .from = start + 100ms, .to = start + 3s},
        {.who = 'B', .from = start + 1s, .to = start + 4s}};
    seen.stored = {{.master = 'a', .value = "t", .from = start + 100ms, .ttl = 3000ms}};
    seen.steps = {{.step = 0, .at = start}, {.step = 1, .at = start + 200ms}};
    return seen;
}

/// Plays what a test wants, when it wants it.
class FakePlayer {
public:
    Result<lab::Played> play(const lab::Variant& way, const lab::RunOptions& options)
    {
        options.onLook(seenAfter(500ms));
        std::unique_lock lock(m_mutex);
        while (!m_mayEnd && !options.isCancelled())
            m_turn.wait_for(lock, 5ms);
        m_mayEnd = false;
        if (options.isCancelled())
            return fail(ErrorClass::InvalidArgument, "stopped");
        lab::Played played{.recording = seenAfter(2s), .ruling = {}};
        played.ruling = lab::judge(played.recording, way.masters);
        played.isAsPredicted = way.outcome.isTwo;
        return played;
    }
    void begin()
    {
        const std::scoped_lock lock(m_mutex);
        m_mayEnd = false;
    }
    void end()
    {
        const std::scoped_lock lock(m_mutex);
        m_mayEnd = true;
        m_turn.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_turn;
    bool m_mayEnd = false;
};

} // namespace

/// The page with experiments, without servers.
class LabPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page.reset();
        m_player.begin();
        m_runner = std::make_unique<LabRunner>(
            [this](const lab::Experiment&, const lab::Variant& way,
                const lab::RunOptions& options) { return m_player.play(way, options); });
        m_page = std::make_unique<LabPage>(*m_runner);
        m_page->resize(1280, 800);
        m_page->show();
        QVERIFY(m_page->choose("late-del"));
    }
    void cleanup()
    {
        m_player.end();
        m_page.reset();
        m_runner.reset();
    }

    void showsWhatIsChosen()
    {
        const auto& list = child<QTreeWidget>(*m_page, u"labList"_s);
        int experiments = 0;
        for (int group = 0; group < list.topLevelItemCount(); ++group)
            experiments += list.topLevelItem(group)->childCount();
        QCOMPARE(static_cast<std::size_t>(experiments), lab::builtInExperiments().size());
        const auto& steps = child<QListWidget>(*m_page, u"labSteps"_s);
        QVERIFY(steps.count() > 5);
        QCOMPARE(steps.item(0)->text(), u"A takes the lock."_s);
        QVERIFY(!m_page->choose("none"));
        QVERIFY(child<RunView>(*m_page, u"curePicture"_s).isEmpty());
    }

    void arrowsPassTheHeadings()
    {
        auto& list = child<QTreeWidget>(*m_page, u"labList"_s);
        QVERIFY(m_page->choose("crash"));
        QTest::keyClick(&list, Qt::Key_Down);
        QTRY_COMPARE(m_page->pictureName(), u"late-del"_s);
        QTest::keyClick(&list, Qt::Key_Up);
        QTRY_COMPARE(m_page->pictureName(), u"crash"_s);
    }

    void everyControlByTheKeyboard_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("with list and steps") << QSize(1280, 800);
        QTest::newRow("with the list") << QSize(900, 600);
        QTest::newRow("the picture only") << QSize(600, 500);
    }
    void everyControlByTheKeyboard()
    {
        QFETCH(QSize, size);
        m_page->resize(size);
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        click(u"labPlayButton"_s);
        m_player.end();
        QTRY_VERIFY(!child<QLabel>(*m_page, u"labLesson"_s).text().isEmpty());
        QTRY_VERIFY(m_page->isAncestorOf(QApplication::focusWidget()));
        const QStringList left = skippedByTab(*m_page);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u", "_s)));
        const QStringList found = nameless(*m_page);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u", "_s)));
    }

    void aStepIsGoneToByReturn()
    {
        click(u"labPlayButton"_s);
        m_player.end();
        const auto& verdict = child<QLabel>(*m_page, u"labVerdict"_s);
        QTRY_COMPARE(verdict.text(), u"Two held the lock at once for 1.0 s."_s);
        auto& steps = child<QListWidget>(*m_page, u"labSteps"_s);
        steps.setCurrentRow(0);
        QTest::keyClick(&steps, Qt::Key_Return);
        QCOMPARE(steps.currentRow(), 0);
        QCOMPARE(verdict.text(), u"So far: Nobody held the lock beside another."_s);
    }

    void drawsTheRunWhileItGoesOn()
    {
        click(u"labPlayButton"_s);
        const auto& picture = child<RunView>(*m_page, u"faultPicture"_s);
        const auto& steps = child<QListWidget>(*m_page, u"labSteps"_s);
        QTRY_COMPARE(steps.currentRow(), 1);
        QVERIFY2(steps.item(1)->text().contains(u"200 ms"_s), qPrintable(steps.item(1)->text()));
        QVERIFY(!child<QTreeWidget>(*m_page, u"labList"_s).isEnabled());
        QCOMPARE(child<QPushButton>(*m_page, u"labPlayButton"_s).text(), u"Stop"_s);
        m_player.end();
        const auto& verdict = child<QLabel>(*m_page, u"labVerdict"_s);
        QTRY_COMPARE(verdict.text(), u"Two held the lock at once for 1.0 s."_s);
        QVERIFY(child<QLabel>(*m_page, u"labLesson"_s).text().startsWith(u"DEL asks nobody"_s));
        // The picture in words.
        QVERIFY2(picture.accessibleDescription().contains(u"A: believes from 100 ms to 2.0 s"_s),
            qPrintable(picture.accessibleDescription()));
        QCOMPARE(child<QPushButton>(*m_page, u"labPlayButton"_s).text(), u"Play again"_s);
    }

    void theCureStandsBelowTheFault()
    {
        click(u"labPlayButton"_s);
        m_player.end();
        QTRY_VERIFY(!m_runner->isRunning());
        const auto& cure = child<RunView>(*m_page, u"curePicture"_s);
        QVERIFY(cure.isEmpty());
        click(u"labCureButton"_s);
        m_player.end();
        QTRY_VERIFY(!m_runner->isRunning());
        QVERIFY(!cure.isEmpty());
        QVERIFY(!child<RunView>(*m_page, u"faultPicture"_s).isEmpty());
        QTRY_VERIFY(child<QLabel>(*m_page, u"labLesson"_s)
                        .text()
                        .startsWith(u"That is not what was predicted"_s));
        m_page->choose("crash");
        QVERIFY(cure.isEmpty());
    }

    /// Step by step, while the servers have long gone on.
    void whatWasSeenIsLookedAtAgain()
    {
        click(u"labPlayButton"_s);
        m_player.end();
        const auto& verdict = child<QLabel>(*m_page, u"labVerdict"_s);
        const QString two = u"Two held the lock at once for 1.0 s."_s;
        QTRY_COMPARE(verdict.text(), two);
        const auto& steps = child<QListWidget>(*m_page, u"labSteps"_s);
        const auto press = [&](const QString& name) {
            child<QToolButton>(*m_page, name).click();
            return steps.currentRow();
        };
        QCOMPARE(press(u"labBackButton"_s), 1);
        QCOMPARE(verdict.text(), u"So far: Nobody held the lock beside another."_s);
        QCOMPARE(press(u"labBackButton"_s), 0);
        QTest::keyClick(&child<RunView>(*m_page, u"faultPicture"_s), Qt::Key_Right);
        QCOMPARE(steps.currentRow(), 1);
        QTest::keyClick(&child<RunView>(*m_page, u"faultPicture"_s), Qt::Key_Left);
        QCOMPARE(steps.currentRow(), 0);
        QCOMPARE(press(u"labOnButton"_s), 1);
        QCOMPARE(press(u"labOnButton"_s), 1); // to the end
        QCOMPARE(verdict.text(), two);
        // From the start, and back to the end on its own.
        child<QComboBox>(*m_page, u"labReplay"_s).setCurrentIndex(4);
        QTest::keyClick(m_page.get(), Qt::Key_Space);
        QCOMPARE(child<QToolButton>(*m_page, u"labPauseButton"_s).accessibleName(), u"Pause"_s);
        QVERIFY(verdict.text() != two);
        QTRY_COMPARE(verdict.text(), two);
        QTRY_COMPARE(child<QToolButton>(*m_page, u"labPauseButton"_s).accessibleName(), u"Show"_s);
    }

    void aPausedPictureDoesNotStopTheRun()
    {
        click(u"labPlayButton"_s);
        const auto& steps = child<QListWidget>(*m_page, u"labSteps"_s);
        QTRY_COMPARE(steps.currentRow(), 1);
        child<QToolButton>(*m_page, u"labPauseButton"_s).click();
        m_player.end();
        QTRY_VERIFY(!m_runner->isRunning());
        const auto& verdict = child<QLabel>(*m_page, u"labVerdict"_s);
        QCOMPARE(verdict.text(), u"So far: Nobody held the lock beside another."_s);
        child<QComboBox>(*m_page, u"labReplay"_s).setCurrentIndex(4);
        child<QToolButton>(*m_page, u"labPauseButton"_s).click();
        QTRY_COMPARE(verdict.text(), u"Two held the lock at once for 1.0 s."_s);
    }

    void whatWasSeenIsSaved()
    {
        QVERIFY(m_page->asSvg().empty());
        click(u"labPlayButton"_s);
        m_player.end();
        QTRY_VERIFY(!m_runner->isRunning());
        QVERIFY2(m_page->asSvg().find("two: 1.0 s") != std::string::npos, m_page->asSvg().c_str());
        QVERIFY(m_page->asSvg(true).empty());
        QCOMPARE(m_page->asPng().first(4), QByteArray("\x89PNG"));
        const std::string page = m_page->asMarkdown(u"talk"_s);
        for (const char* text : {"# A DEL that does not compare", "](talk.svg)",
                 "1. 200 ms: A sells 4 of the 10 in the till.",
                 "**Two held the lock at once for 1.0 s.** DEL asks nobody"})
            QVERIFY2(page.find(text) != std::string::npos, page.c_str());
        QVERIFY2(page.find("talk-cure.svg") == std::string::npos, page.c_str());
    }

    void aRunCanBeStopped()
    {
        click(u"labPlayButton"_s);
        QTRY_COMPARE(child<QListWidget>(*m_page, u"labSteps"_s).currentRow(), 1);
        click(u"labPlayButton"_s);
        QTRY_COMPARE(
            child<QLabel>(*m_page, u"labVerdict"_s).text(), u"Nothing is ruled: stopped"_s);
        QVERIFY(child<QTreeWidget>(*m_page, u"labList"_s).isEnabled());
    }

    void thePageEndsWhileARunGoesOn()
    {
        click(u"labPlayButton"_s);
        QTRY_COMPARE(child<QListWidget>(*m_page, u"labSteps"_s).currentRow(), 1);
        m_page.reset();
        m_runner.reset(); // stops the run, and waits for its end
    }

private:
    void click(const QString& button) { child<QPushButton>(*m_page, button).click(); }

    FakePlayer m_player;
    std::unique_ptr<LabRunner> m_runner;
    std::unique_ptr<LabPage> m_page;
};

LOCKKEEPER_TEST(LabPageTest)

} // namespace lockkeeper::tests::lab_page_test

#include "lab_page_test.moc"
