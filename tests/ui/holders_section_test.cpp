// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/pages/lock_detail.h"

#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>

namespace lockkeeper::tests::holders_section_test {

using namespace lockkeeper::ui;

namespace {

struct Bed {
    ManualClock clock;
    LockDetail detail{clock};

    void show(const std::vector<std::string>& holders, bool isGone = false)
    {
        LockEntryBuilder entry("report.readers", clock.now());
        std::string all;
        for (const std::string& name : holders) {
            entry.lock().holders.push_back(
                {.host = name, .pid = 7, .member = Fingerprint::ofString(name)});
            all += name;
        }
        entry.lock().mode = observe::LockMode::Read;
        entry.lock().isReleasable = false;
        if (!holders.empty())
            entry.lock().part = observe::PartRelease{};
        detail.show({.entry = entry.held(all + "x", 30s).build(), .isGone = isGone});
    }
    [[nodiscard]] QListWidget& list() const { return child<QListWidget>(detail, u"holderList"_s); }
    [[nodiscard]] QPushButton& button() const
    {
        return child<QPushButton>(detail, u"freeHolderButton"_s);
    }
    [[nodiscard]] bool isShown() const
    {
        return child<QTabWidget>(detail, u"detailSections"_s).indexOf(list().parentWidget()) >= 0;
    }
    void choose(const QString& name) const
    {
        list().clearSelection();
        list().findItems(name, Qt::MatchStartsWith).first()->setSelected(true);
    }
};

} // namespace

class HoldersSectionTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlySharedLocksHaveIt()
    {
        Bed bed;
        bed.show({"web-1", "web-2"});
        QVERIFY(bed.isShown());
        QCOMPARE(bed.list().count(), 2);
        QVERIFY(bed.list().item(0)->text().contains(
            QString::fromStdString(Fingerprint::ofString("web-1").shortHex())));
        bed.show({});
        QVERIFY(!bed.isShown());
        bed.show({"web-1"}, true);
        QVERIFY(!bed.isShown());
    }

    void theChosenHolderIsFreedAndNoOther()
    {
        Bed bed;
        bed.show({"web-1", "web-2"});
        QVERIFY(!bed.button().isEnabled()); // the choice is the user's
        std::vector<Fingerprint> freed;
        connect(&bed.detail, &LockDetail::freeHolderRequested, this,
            [&freed](const Resource& resource, const Fingerprint& member) {
                QVERIFY(resource == Resource("report.readers"));
                freed.push_back(member);
            });
        bed.choose(u"web-2"_s);
        bed.show({"web-0", "web-1", "web-2"}); // somebody joined
        bed.button().click();
        QVERIFY(freed == std::vector{Fingerprint::ofString("web-2")});
    }

    void aHolderThatLeavesIsNotReplacedByTheNext()
    {
        Bed bed;
        bed.show({"web-1", "web-2"});
        bed.choose(u"web-1"_s);
        bed.show({"web-2", "web-3"});
        QVERIFY(!bed.button().isEnabled());
    }

    void onlyANumberIsSet()
    {
        Bed bed;
        auto& button = child<QPushButton>(bed.detail, u"detailReleaseButton"_s);
        bed.show({"web-1"});
        QCOMPARE(button.text(), u"Free one holder\u2026"_s);
        LockEntryBuilder entry("sem", bed.clock.now());
        entry.lock().part = observe::PartRelease{.kind = observe::PartKind::FreePermits};
        entry.lock().isReleasable = false;
        bed.detail.show({.entry = entry.held("3", {}).build()});
        QVERIFY(button.isVisibleTo(&bed.detail) && button.isEnabled() && !bed.isShown());
        QCOMPARE(button.text(), u"Set the number\u2026"_s);
        QSignalSpy wanted(&bed.detail, &LockDetail::releaseSelectedRequested);
        button.click();
        QCOMPARE(wanted.size(), 1);
        bed.detail.setReadOnly(true);
        QVERIFY(!button.isEnabled());
    }

    void nobodyIsFreedWhileReadOnly()
    {
        Bed bed;
        bed.detail.setReadOnly(true);
        bed.show({"web-1"});
        bed.choose(u"web-1"_s);
        QVERIFY(!bed.button().isEnabled() && !bed.button().toolTip().isEmpty());
        bed.detail.setReadOnly(false);
        QVERIFY(bed.button().isEnabled());
    }

    void namesAreNoMarkup()
    {
        Bed bed;
        bed.show({"<b>web</b>\n"});
        QVERIFY(bed.list().item(0)->text().startsWith(u"<b>web</b>"_s));
        QVERIFY(!bed.list().item(0)->text().contains(u'\n'));
    }
};

LOCKKEEPER_TEST(HoldersSectionTest)

} // namespace lockkeeper::tests::holders_section_test

#include "holders_section_test.moc"
