# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

"""Builds the lock library, static, from the source tree that this recipe lies in:

    conan create SOURCES/packaging/conan --build=missing -s compiler.cppstd=20

The configuration of the project also asks for msgfmt (gettext) and Python 3.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rm, rmdir
from conan.tools.gnu import PkgConfigDeps

required_conan_version = ">=2.0"


class Lockkeeper(ConanFile):
    name = "lockkeeper"
    description = "Takes locks on several Redis masters, or on one"
    license = "Apache-2.0"
    topics = ("redis", "lock", "redlock", "distributed-lock", "fencing")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"

    @property
    def _sources(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._sources, "CMakeLists.txt"))
        self.version = re.search(r"project\(lockkeeper VERSION ([0-9.]+)", text)[1]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSES/*", "app/*", "cmake/*", "core/*", "docs/*.md",
                        "packaging/*", "resources/*"):
            copy(self, pattern, self._sources, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # Public headers include this one.
        self.requires("tl-expected/[>=1.0 <2]", transitive_headers=True)
        self.requires("asio/[>=1.22 <2]", transitive_headers=True)  # lockkeeper/async.h
        self.requires("abseil/[>=20220623.0]")
        self.requires("hiredis/[>=1.0 <2]")
        self.requires("openssl/[>=3 <4]")
        self.requires("pcre2/[>=10.30 <11]")
        for compiled_in in ("cli11/[>=2.1 <3]", "cpp-httplib/[>=0.11 <1]",
                            "libpqxx/[>=6.4 <7]", "nlohmann_json/[>=3.11 <4]", "sqlitecpp/[>=3.2 <4]",
                            "tomlplusplus/[>=3.3 <4]"):
            self.requires(compiled_in, visible=False)

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("lockkeeper is for Linux")
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for option in ("GUI", "TESTS", "BENCH"):
            toolchain.cache_variables[f"LOCKKEEPER_BUILD_{option}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()  # hiredis, libpcre2-8

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build(target="lockkeeper_libraries")

    def package(self):
        CMake(self).install(component="core")
        # The component has what is needed to link the shared libraries, but not these. Conan makes
        # a CMake package and files for pkg-config of its own.
        rm(self, "*.so", os.path.join(self.package_folder, "lib"))
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))
        copy(self, "Apache-2.0.txt", os.path.join(self.source_folder, "LICENSES"),
             os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        lock = self.cpp_info.components["lock"]
        lock.libs = ["lockkeeper-lock"]
        lock.requires = ["abseil::abseil", "hiredis::hiredis", "openssl::openssl",
                         "tl-expected::tl-expected"]
        lock.system_libs = ["pthread"]
        core = self.cpp_info.components["core"]
        core.libs = ["lockkeeper"]
        core.requires = ["lock", "pcre2::pcre2"]
        self.cpp_info.components["async"].requires = ["lock", "asio::asio"]
        for name in ("lock", "core", "async"):
            self.cpp_info.components[name].set_property("cmake_target_name", f"lockkeeper::{name}")
