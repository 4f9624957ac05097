package dev.spine.perf;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The module table, held on byte code: each module uses its own packages, those of the modules it names, and no others of ours. */
class ModuleDependencyTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", ".."));
    private static final JavaClasses SPINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.spine");

    /** One row a module: its directory, its packages, and the modules whose packages it may use. Using reaches through: A uses B uses C. */
    private enum Module {
        I2O("i2o-message-layer", "dev.spine.i2o"),
        IOP("iop-os", "dev.spine.iop", I2O),
        DEVICES("devices", "dev.spine.device", IOP),
        HOST_DRIVER("host-osm/driver", "dev.spine.host", IOP),
        PEER("peer-transfer", "dev.spine.peer", IOP),
        EXTENSION_API("spine-extensions/api", "dev.spine.extension.api"),
        EXTENSION_RUNTIME("spine-extensions/runtime", "dev.spine.extension.runtime", EXTENSION_API, PEER),
        EXTENSION_VIDEO("spine-extensions/video", "dev.spine.extension.video", EXTENSION_API),
        PERF("perf", "dev.spine.perf", DEVICES, HOST_DRIVER, EXTENSION_RUNTIME, EXTENSION_VIDEO);

        private final Path directory;
        private final String packages;
        private final ImmutableList<Module> uses;

        Module(String directory, String rootPackage, Module... uses) {
            this.directory = Path.of(directory);
            this.packages = rootPackage + "..";
            this.uses = ImmutableList.copyOf(uses);
        }

        private Set<Module> reachable() {
            Set<Module> reached = EnumSet.of(this);
            uses.forEach(used -> reached.addAll(used.reachable()));
            return reached;
        }

        private Path sources() {
            return ROOT.resolve(directory).resolve("src/main/java");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aModuleUsesOnlyTheModulesOfItsRow(Module module) {
        String[] allowed = module.reachable().stream().map(used -> used.packages).toArray(String[]::new);
        DescribedPredicate<JavaClass> foreign = JavaClass.Predicates.resideOutsideOfPackage("dev.spine..");

        classes()
                .that()
                .resideInAPackage(module.packages)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(foreign))
                .allowEmptyShould(true)
                .check(SPINE);
    }

    @Test
    void everyClassBelongsToAModule() {
        String[] known = Arrays.stream(Module.values()).map(module -> module.packages).toArray(String[]::new);

        classes().should().resideInAnyPackage(known).check(SPINE);
    }

    @ParameterizedTest
    @EnumSource
    void aModuleKeepsToItsOwnPackages(Module module) throws IOException {
        String root = module.packages.substring(0, module.packages.length() - "..".length());

        for (String name : packagesWithSources(module)) {
            assertTrue(name.equals(root) || name.startsWith(root + "."), () -> module.directory + " has the package " + name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPackageHasItsManual(Module module) throws IOException {
        for (String name : packagesWithSources(module)) {
            Path manual = module.sources().resolve(name.replace('.', '/')).resolve("package-info.java");
            assertTrue(Files.exists(manual), () -> "package " + name + " has no package-info.java; it is the package's manual");
            String text = Files.readString(manual);
            assertTrue(text.contains("/**"), () -> manual + " has no documentation comment");
            assertTrue(text.contains("@" + NullMarked.class.getSimpleName()), () -> manual + " lacks @NullMarked");
        }
    }

    private static Set<String> packagesWithSources(Module module) throws IOException {
        Path sources = module.sources();
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.').replace('\\', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
