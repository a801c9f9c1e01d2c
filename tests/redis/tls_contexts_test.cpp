// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/tls_contexts.h"
#include "tests/support/certificates.h"
#include "tests/support/test_class.h"

#include <filesystem>

namespace lockkeeper::tests::tls_contexts_test {

using redis::Tls;
using redis::TlsContexts;

class TlsContextsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
    }

    void readsWhatHasNotChangedOnce()
    {
        const CertificateAuthority authority(path(), "ca");
        TlsContexts contexts;
        const auto first = contexts.get({.caFile = authority.file()});
        QVERIFY(first.has_value());
        QCOMPARE(contexts.get({.caFile = authority.file()}).value(), *first);
    }

    void readsTheSystemsCertificatesOnce()
    {
        TlsContexts contexts;
        const auto first = contexts.get({});
        QVERIFY(first.has_value());
        QCOMPARE(contexts.get({}).value(), *first);
    }

    void keepsWhatIsAskedForApart()
    {
        const CertificateAuthority one(path(), "one");
        const CertificateAuthority two(path(), "two");
        const auto own = two.issue("own", {});
        const Tls withOwn{.caFile = two.file(), .certFile = own.certificate, .keyFile = own.key};
        TlsContexts contexts;
        const auto first = contexts.get({.caFile = one.file()}).value();
        const auto second = contexts.get({.caFile = two.file()}).value();
        const auto third = contexts.get(withOwn).value();
        QVERIFY(first != second && second != third && first != third);
        QCOMPARE(contexts.get({.caFile = one.file()}).value(), first);
    }

    void readsAFileThatWasReplaced_data()
    {
        QTest::addColumn<int>("file");
        QTest::newRow("CA") << 0;
        QTest::newRow("certificate") << 1;
        QTest::newRow("key") << 2;
    }
    void readsAFileThatWasReplaced()
    {
        QFETCH(int, file);
        const CertificateAuthority authority(path(), "ca");
        const auto own = authority.issue("own", {});
        const Tls tls{.caFile = authority.file(), .certFile = own.certificate, .keyFile = own.key};
        TlsContexts contexts;
        const auto before = contexts.get(tls).value();
        const std::string& name = file == 0 ? tls.caFile : file == 1 ? tls.certFile : tls.keyFile;
        std::filesystem::copy_file(name, name + ".new");
        std::filesystem::rename(name + ".new", name);
        QVERIFY(contexts.get(tls).value() != before);
    }

    void aFileThatIsGoneIsNoLongerTrusted()
    {
        const CertificateAuthority authority(path(), "ca");
        const std::string file = authority.file();
        TlsContexts contexts;
        QVERIFY(contexts.get({.caFile = file}).has_value());
        std::filesystem::rename(file, file + ".away");
        QCOMPARE(contexts.get({.caFile = file}).error().kind, ErrorClass::TlsFailed);
        std::filesystem::rename(file + ".away", file);
        QVERIFY(contexts.get({.caFile = file}).has_value());
    }

private:
    std::string path() const { return m_directory->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_directory;
};

LOCKKEEPER_TEST(TlsContextsTest)

} // namespace lockkeeper::tests::tls_contexts_test

#include "tls_contexts_test.moc"
