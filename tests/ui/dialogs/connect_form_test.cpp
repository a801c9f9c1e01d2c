// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/connect/connect_form.h"
#include "ui/dialogs/connect/master_list.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace lockkeeper::tests::connect_form_test {

using ui::ConnectForm;

class ConnectFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_form = std::make_unique<ConnectForm>(true);
        m_form->show();
    }

    void theDeploymentIsWhatTheFieldsSay()
    {
        QVERIFY(m_form->isUntouched());
        setMasters(u"redis://h1\nredis://own@h2:7000/1"_s);
        type(child<QLineEdit>(*m_form, u"nameLineEdit"_s), u"orders"_s);
        const auto users = m_form->findChildren<QLineEdit*>(u"rowUserLineEdit"_s);
        QCOMPARE(users.size(), 2); // their logins differ
        type(*users[0], u"ro"_s);
        type(*m_form->findChildren<QLineEdit*>(u"rowPasswordLineEdit"_s)[1], u"secret"_s);
        patternsEdit().setPlainText(u"lock:*\n\n mutex:* "_s);
        child<QComboBox>(*m_form, u"classComboBox"_s).setCurrentText(u"Staging"_s);
        child<QCheckBox>(*m_form, u"readOnlyCheckBox"_s).setChecked(false);
        const auto deployment = m_form->deployment().value();
        QCOMPARE(deployment.name, std::string("orders"));
        QCOMPARE(deployment.masters.size(), std::size_t(2));
        QCOMPARE(deployment.masters[0].url.user, std::string("ro"));
        QCOMPARE(deployment.masters[1].url.user, std::string("own"));
        QCOMPARE(deployment.masters[1].url.password.reveal(), std::string("secret"));
        QCOMPARE(deployment.patterns, (std::vector<std::string>{"lock:*", "mutex:*"}));
        QVERIFY(deployment.deploymentClass == config::DeploymentClass::Staging);
        QVERIFY(!deployment.isReadOnly);
    }

    void withoutANameItIsNamedAfterItsFirstMaster()
    {
        setMasters(u"redis://h1.example\nredis://h2"_s);
        QCOMPARE(m_form->deployment()->name, std::string("h1.example"));
        QCOMPARE(child<QLineEdit>(*m_form, u"nameLineEdit"_s).placeholderText(), u"h1.example"_s);
    }

    void aWrongFieldIsOneClearLine_data()
    {
        const auto row = columns<QString, QString, QString>();
        const QString good = u"redis://h"_s;
        row("scheme", "http://h", "", "the scheme must be");
        row("markup", "http://<img/fifo>", "", "the scheme must be");
        row("glob", good, "lock:[", "[");
    }
    void aWrongFieldIsOneClearLine()
    {
        const auto [masters, patterns, words] = fetch<QString, QString, QString>();
        setMasters(masters);
        patternsEdit().setPlainText(patterns);
        const auto deployment = m_form->deployment();
        QVERIFY(!deployment.has_value());
        const QString text = QString::fromStdString(deployment.error().text);
        QVERIFY2(text.contains(words), qPrintable(text));
        QVERIFY(!text.contains(u'\n') && !text.contains(u"hunter2"_s));
    }

    void tlsFilesAreAskedForWhereTheyAreNeeded()
    {
        setMasters(u"redis://h"_s);
        auto& ca = child<QLineEdit>(*m_form, u"caLineEdit"_s);
        QVERIFY(!ca.isVisible());
        setMasters(u"rediss://h\nrediss://i?ca=/own.pem"_s);
        QVERIFY(ca.isVisible());
        type(ca, u"/etc/ca.pem"_s);
        const auto deployment = m_form->deployment().value();
        QCOMPARE(deployment.masters[0].url.tls->caFile, std::string("/etc/ca.pem"));
        QCOMPARE(deployment.masters[1].url.tls->caFile, std::string("/own.pem"));
        type(child<QLineEdit>(*m_form, u"keyLineEdit"_s), u"/etc/key.pem"_s);
        QVERIFY(!m_form->deployment().has_value());
    }

    void aPrefixButtonAddsItsPattern()
    {
        setMasters(u"redis://h"_s);
        m_form->showPrefixes({{{"lock:*", 1204, 1204}, {"a&b:*", 2, 0}}, 1300, false});
        auto& lock = child<QPushButton>(*m_form, u"prefixButton0"_s);
        QVERIFY(lock.text().startsWith(u"lock:*"_s));
        QVERIFY(child<QPushButton>(*m_form, u"prefixButton1"_s).text().startsWith(u"a&&b:*"_s));
        lock.click();
        lock.click();
        QCOMPARE(patternsEdit().toPlainText(), u"lock:*"_s);
        child<QPushButton>(*m_form, u"prefixButton1"_s).click();
        QCOMPARE(m_form->deployment()->patterns, (std::vector<std::string>{"lock:*", "a&b:*"}));
    }

    void everyFieldHasANameAndADescription()
    {
        int fields = 0;
        for (auto* field : m_form->findChildren<QWidget*>()) {
            if (field->focusPolicy() == Qt::NoFocus || qobject_cast<QLabel*>(field)
                || field->objectName().startsWith(u"qt_"_s))
                continue;
            ++fields;
            const QByteArray name = field->objectName().toUtf8();
            if (field->objectName().isEmpty())
                continue;
            QVERIFY2(!field->accessibleName().isEmpty(), name.constData());
            QVERIFY2(!field->accessibleDescription().isEmpty(), name.constData());
        }
        QVERIFY(fields > 8);
    }

    void aPasswordIsKeptOnlyIfWanted()
    {
        auto& keep = child<QCheckBox>(*m_form, u"keepCheckBox"_s);
        keep.setChecked(true);
        QVERIFY(!keep.isVisible());
        QVERIFY(!m_form->isPasswordKept());
        setMasters(u"h"_s);
        type(child<QLineEdit>(*m_form, u"passwordLineEdit"_s), u"secret"_s);
        QVERIFY(keep.isVisible());
        QVERIFY(m_form->isPasswordKept());
        keep.setChecked(false);
        QVERIFY(!m_form->isPasswordKept());
    }

private:
    void setMasters(const QString& lines)
    {
        m_form->masters().setVoters(config::typedVoters(lines.toStdString()));
    }
    [[nodiscard]] QPlainTextEdit& patternsEdit()
    {
        return child<QPlainTextEdit>(*m_form, u"patternsTextEdit"_s);
    }

    std::unique_ptr<ConnectForm> m_form;
};

LOCKKEEPER_TEST(ConnectFormTest)

} // namespace lockkeeper::tests::connect_form_test

#include "connect_form_test.moc"
