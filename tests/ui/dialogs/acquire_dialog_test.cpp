// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/acquire_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

namespace lockkeeper::tests::acquire_dialog_test {

using ui::AcquireDialog;
using ui::AcquireFailure;

class AcquireDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dialog = std::make_unique<AcquireDialog>(u"test"_s, [](const Resource& resource) {
            return resource.value() == "known" ? u"api@web-3 pid 812"_s : QString();
        });
        m_dialog->show();
    }

    void aNameIsRequired()
    {
        QVERIFY(!acquireButton().isEnabled());
        enter(u"orders:42"_s);
        QVERIFY(acquireButton().isEnabled());
    }

    void nothingIsAcquiredWhenTheTimeForChangesEnds()
    {
        enter(u"orders:42"_s);
        m_dialog->setWhyDisabled(u"The time is over."_s);
        QVERIFY(!acquireButton().isEnabled());
        QCOMPARE(acquireButton().accessibleDescription(), u"The time is over."_s);
        QCOMPARE(child<QLabel>(*m_dialog, u"hintLabel"_s).text(), u"The time is over."_s);
        m_dialog->setWhyDisabled({});
        QVERIFY(acquireButton().isEnabled());
    }

    void theButtonNamesTheResource()
    {
        enter(u"orders:42"_s);
        QCOMPARE(acquireButton().text(), u"Acquire orders:42"_s);
    }

    void theRequestIsWhatTheFieldsSay()
    {
        enter(u"orders:42"_s);
        child<QSpinBox>(*m_dialog, u"ttlSpinBox"_s).setValue(45);
        child<QSpinBox>(*m_dialog, u"waitSpinBox"_s).setValue(7);
        child<QCheckBox>(*m_dialog, u"renewCheckBox"_s).setChecked(false);
        const auto request = m_dialog->request();
        QCOMPARE(request.resource.value(), std::string("orders:42"));
        QVERIFY(request.ttl == 45s);
        QVERIFY(request.wait == 7s);
        QVERIFY(!request.isRenewed);
        QVERIFY(!request.isLeft);
        // A lock that stays behind is not renewed.
        child<QCheckBox>(*m_dialog, u"renewCheckBox"_s).setChecked(true);
        child<QCheckBox>(*m_dialog, u"leaveCheckBox"_s).setChecked(true);
        QVERIFY(m_dialog->request().isLeft && !m_dialog->request().isRenewed);
        QVERIFY(child<QLabel>(*m_dialog, u"hintLabel"_s).text().contains(u"on purpose"_s));
    }

    void theTtlHasAUnit()
    {
        child<QSpinBox>(*m_dialog, u"ttlSpinBox"_s).setValue(2);
        auto& unit = child<QComboBox>(*m_dialog, u"ttlUnitComboBox"_s);
        unit.setCurrentText(u"minutes"_s);
        QVERIFY(m_dialog->request().ttl == 2min);
        unit.setCurrentText(u"ms"_s);
        QVERIFY(m_dialog->request().ttl == 2ms);
    }

    void numbersAreEquallyWide()
    {
        const auto& ttl = child<QSpinBox>(*m_dialog, u"ttlSpinBox"_s);
        const auto& wait = child<QSpinBox>(*m_dialog, u"waitSpinBox"_s);
        for (const int width : {460, 640, 800}) {
            m_dialog->resize(width, m_dialog->height());
            QTRY_COMPARE(wait.width(), ttl.width());
        }
    }

    void eachSchemeTellsHowItFails()
    {
        enter(u"r"_s);
        auto& schemes = child<QComboBox>(*m_dialog, u"schemeComboBox"_s);
        const auto& fault = child<QLabel>(*m_dialog, u"faultLabel"_s);
        QCOMPARE(nameOf(m_dialog->request().scheme), std::string_view("redlock"));
        QVERIFY(m_dialog->request().isRenewed);
        for (int row = 0; row < schemes.count(); ++row) {
            schemes.setCurrentIndex(row);
            QVERIFY2(fault.text().size() > 20, qPrintable(schemes.currentText()));
        }
        schemes.setCurrentText(u"set-nx-px"_s);
        QCOMPARE(nameOf(m_dialog->request().scheme), std::string_view("set-nx-px"));
        QVERIFY(!m_dialog->request().isRenewed); // it can't be
        QVERIFY(!child<QCheckBox>(*m_dialog, u"renewCheckBox"_s).isEnabled());
        QVERIFY(child<QLabel>(*m_dialog, u"hintLabel"_s).text().contains(u"does not renew"_s));
        schemes.setCurrentText(u"redisson"_s);
        QVERIFY(m_dialog->request().isRenewed);
        QVERIFY(acquireButton().isEnabled());
        m_dialog->setMasterCount(5);
        QVERIFY(!acquireButton().isEnabled());
        QVERIFY(child<QLabel>(*m_dialog, u"hintLabel"_s).text().contains(u"one master only"_s));
        schemes.setCurrentText(u"redlock"_s);
        QVERIFY(acquireButton().isEnabled());
    }

    void aTtlTooShortToBeUsefulIsToldBeforehand()
    {
        enter(u"orders:42"_s);
        const QString normal = child<QLabel>(*m_dialog, u"hintLabel"_s).text();
        child<QComboBox>(*m_dialog, u"ttlUnitComboBox"_s).setCurrentText(u"ms"_s);
        QVERIFY(child<QLabel>(*m_dialog, u"hintLabel"_s).text() != normal);
    }

    void whileItAcquiresTheFieldsAreLocked()
    {
        QSignalSpy requested(m_dialog.get(), &AcquireDialog::acquireRequested);
        enter(u"orders:42"_s);
        click(acquireButton());
        QCOMPARE(requested.size(), 1);
        QVERIFY(!acquireButton().isEnabled());
        QVERIFY(!child<QLineEdit>(*m_dialog, u"resourceLineEdit"_s).isEnabled());
        QVERIFY(child<QProgressBar>(*m_dialog, u"acquireProgressBar"_s).isVisible());
    }

    void cancelFirstStopsAcquiringThenCloses()
    {
        QSignalSpy cancelled(m_dialog.get(), &AcquireDialog::cancelRequested);
        auto& cancel = child<QPushButton>(*m_dialog, u"cancelButton"_s);
        enter(u"orders:42"_s);
        click(acquireButton());
        click(cancel);
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(m_dialog->isVisible());
        m_dialog->showFailure({.kind = AcquireFailure::Kind::Cancelled});
        click(cancel);
        QVERIFY(!m_dialog->isVisible());
    }

    void successCloses()
    {
        enter(u"orders:42"_s);
        click(acquireButton());
        m_dialog->showAcquired();
        QVERIFY(!m_dialog->isVisible());
        QCOMPARE(m_dialog->result(), static_cast<int>(QDialog::Accepted));
    }

    void contentionNamesTheHolderAndStaysOpen()
    {
        enter(u"known"_s);
        click(acquireButton());
        m_dialog->showFailure(
            {.resource = Resource("known"), .kind = AcquireFailure::Kind::Contended});
        QVERIFY(m_dialog->isVisible());
        QVERIFY(outcome().contains(u"seen as its holder: api@web-3 pid 812"_s));
        QVERIFY(acquireButton().isEnabled());
    }

    void contentionTellsWhichMasterSaidNo()
    {
        m_dialog->showFailure({.resource = Resource("other"),
            .kind = AcquireFailure::Kind::Contended,
            .votes = {{.master = MasterId("a"), .state = lock::MasterVote::State::Yes},
                {.master = MasterId("b"), .state = lock::MasterVote::State::No}}});
        QVERIFY2(outcome().contains(u"b: no"_s), qPrintable(outcome()));
    }

    void noQuorumTellsThatNothingIsHeld()
    {
        m_dialog->showFailure({.kind = AcquireFailure::Kind::NoQuorum});
        QVERIFY(outcome().contains(u"too many masters failed"_s));
    }

    void anErrorIsShownAsPlainText()
    {
        m_dialog->showFailure({.kind = AcquireFailure::Kind::Failed,
            .error = {ErrorClass::ServerError, "<img src=/some/fifo>"}});
        QVERIFY(outcome().contains(u"<img"_s));
        QCOMPARE(child<QLabel>(*m_dialog, u"outcomeLabel"_s).textFormat(), Qt::PlainText);
    }

private:
    void enter(const QString& name)
    {
        type(child<QLineEdit>(*m_dialog, u"resourceLineEdit"_s), name);
    }
    [[nodiscard]] QPushButton& acquireButton()
    {
        return child<QPushButton>(*m_dialog, u"acquireButton"_s);
    }
    [[nodiscard]] QString outcome() { return child<QLabel>(*m_dialog, u"outcomeLabel"_s).text(); }

    std::unique_ptr<AcquireDialog> m_dialog;
};

LOCKKEEPER_TEST(AcquireDialogTest)

} // namespace lockkeeper::tests::acquire_dialog_test

#include "acquire_dialog_test.moc"
