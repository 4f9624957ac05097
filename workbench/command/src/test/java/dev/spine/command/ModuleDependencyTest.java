package dev.spine.command;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.graph.Graph;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.Graphs.TransitiveClosureSelfLoopStrategy;
import com.google.common.graph.MutableGraph;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The module table, held on byte code: each module uses its own packages, those of the modules it names, and no others of ours. */
class ModuleDependencyTest {
    private static final int MAX_FILES = 50;
    private static final int MAX_KNOT = 10;
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final JavaClasses SPINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.spine");

    /**
     * One row a module: its directory, its packages, and the modules whose packages it may use. Using reaches through: A uses B uses C. A
     * package belongs to the row that names it most precisely.
     */
    private enum Module {
        TEST_SUPPORT("test-support", List.of("dev.spine.fuzz", "dev.spine.clients", "dev.spine.measure")),
        I2O("i2o-message-layer", "dev.spine.i2o"),
        IOP("iop-os", "dev.spine.iop", I2O),
        DEVICES("devices", "dev.spine.device", IOP),
        HOST_DRIVER("host-osm/driver", "dev.spine.host", IOP),
        PEER("peer-transfer", "dev.spine.peer", IOP),
        NODE("workbench/node", "dev.spine.node", HOST_DRIVER, PEER),
        TESTKIT("host-osm/testkit", List.of("dev.spine.host.testkit", "dev.spine.host.conformance"), NODE, DEVICES),
        EXTENSION_API("spine-extensions/api", "dev.spine.extension.api"),
        EXTENSION_RUNTIME("spine-extensions/runtime", "dev.spine.extension.runtime", EXTENSION_API, PEER),
        EXTENSION_HOST("spine-extensions/host", "dev.spine.extension.host", EXTENSION_RUNTIME, HOST_DRIVER),
        EXTENSION_HARNESS("spine-extensions/harness", "dev.spine.extension.harness", EXTENSION_HOST, NODE, DEVICES),
        EXTENSION_INTERFACES("spine-extensions/interfaces", "dev.spine.extension.interfaces", EXTENSION_API),
        INTERFACES_HOST("spine-extensions/interfaces-host", "dev.spine.extension.interfaces.host", EXTENSION_INTERFACES, EXTENSION_HOST),
        EXTENSION_VIDEO("spine-extensions/video", "dev.spine.extension.video", EXTENSION_API),
        EXTENSION_STORE("spine-extensions/store", "dev.spine.extension.store", EXTENSION_API),
        ROUTER("spine-extensions/router", "dev.spine.extension.router", EXTENSION_API),
        ROUTER_HOST("spine-extensions/router-host", "dev.spine.extension.router.host", ROUTER, EXTENSION_HOST),
        SERVICES("spine-extensions/services", "dev.spine.extension.services", ROUTER),
        SERVICES_HOST("spine-extensions/services-host", "dev.spine.extension.services.host", SERVICES, EXTENSION_HOST),
        ACTIVE_RDMA("spine-extensions/active-rdma", "dev.spine.extension.ardma", EXTENSION_API),
        ACTIVE_RDMA_HOST("spine-extensions/active-rdma-host", "dev.spine.extension.ardma.host", ACTIVE_RDMA, EXTENSION_HOST),
        PANIC("spine-extensions/panic", "dev.spine.extension.panic", EXTENSION_API),
        PANIC_HOST("spine-extensions/panic-host", "dev.spine.extension.panic.host", PANIC, EXTENSION_HOST),
        SYSTEM("workbench/system", "dev.spine.system", NODE, DEVICES, EXTENSION_HOST, EXTENSION_VIDEO, EXTENSION_STORE, ROUTER_HOST,
            SERVICES_HOST, ACTIVE_RDMA, PANIC),
        PERF("perf", List.of("dev.spine.perf", "dev.spine.extension.experiment"), SYSTEM, ACTIVE_RDMA_HOST, PANIC_HOST),
        COMMAND("workbench/command", "dev.spine.command", PERF, ACTIVE_RDMA_HOST, PANIC_HOST),
        // The byte code of these is on no class path but their own: what they may use is held by their poms alone.
        TUNNEL("devices/tunnel", "dev.spine.device.tunnel", SYSTEM),
        BENCHMARKS("perf/benchmarks", List.of("dev.spine.perf.benchmarks", "dev.spine.extension.benchmarks"), PERF,
            PANIC_HOST, TUNNEL);

        private final Path directory;
        private final ImmutableList<String> roots;
        private final ImmutableList<Module> uses;

        Module(String directory, String root, Module... uses) {
            this(directory, List.of(root), uses);
        }

        Module(String directory, List<String> roots, Module... uses) {
            this.directory = Path.of(directory);
            this.roots = ImmutableList.copyOf(roots);
            this.uses = ImmutableList.copyOf(uses);
        }

        /** The module of a package; null for packages that are not ours. */
        private static @Nullable Module of(String packageName) {
            Module found = null;
            int length = 0;
            for (Module module : values()) {
                for (String root : module.roots) {
                    if (root.length() > length && (packageName.equals(root) || packageName.startsWith(root + "."))) {
                        found = module;
                        length = root.length();
                    }
                }
            }
            return found;
        }

        private static DescribedPredicate<JavaClass> classesOf(Set<Module> modules) {
            return DescribedPredicate.describe("belong to " + modules, type -> modules.contains(of(type.getPackageName())));
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
        DescribedPredicate<JavaClass> foreign = JavaClass.Predicates.resideOutsideOfPackage("dev.spine..");

        classes()
                .that(Module.classesOf(Set.of(module)))
                .should()
                .onlyDependOnClassesThat(Module.classesOf(module.reachable()).or(foreign))
                .allowEmptyShould(true)
                .check(SPINE);
    }

    /** What comparisons measure a reader of packets against has to be another reader. */
    @Test
    void theReferenceReadsPacketsWithItsOwnCode() {
        noClasses()
                .that().resideInAPackage("dev.spine.perf.reference..")
                .should().dependOnClassesThat().resideInAPackage("dev.spine.iop.packet.wire..")
                .check(SPINE);
    }

    @Test
    void everyClassBelongsToAModule() {
        classes().should(ArchCondition.from(Module.classesOf(EnumSet.allOf(Module.class)))).check(SPINE);
    }

    @ParameterizedTest
    @EnumSource
    void aModuleKeepsToItsOwnPackages(Module module) throws IOException {
        for (String name : packagesWithSources(module)) {
            assertSame(module, Module.of(name), () -> module.directory + " has the package " + name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void packagesOfAModuleNeedOneAnotherInNoCircle(Module module) {
        SlicesRuleDefinition.slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return Module.of(name) == module ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + module;
            }
        }).should().beFreeOfCycles().allowEmptyShould(true).check(SPINE.that(Module.classesOf(Set.of(module))));
    }

    /** Classes that need one another in a circle are only understood together: each counts with those inside it. */
    @ParameterizedTest
    @EnumSource
    void noMoreThanTenClassesNeedOneAnotherInACircle(Module module) {
        MutableGraph<JavaClass> uses = GraphBuilder.directed().allowsSelfLoops(true).build();
        for (JavaClass type : SPINE.that(Module.classesOf(Set.of(module)))) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (Module.of(target.getPackageName()) == module) {
                    uses.putEdge(outermost(type), outermost(target));
                }
            }
        }
        Graph<JavaClass> needs = Graphs.transitiveClosure(uses, TransitiveClosureSelfLoopStrategy.ADD_SELF_LOOPS_FOR_CYCLES);
        for (JavaClass type : needs.nodes()) {
            List<String> knot = needs.successors(type).stream().filter(other -> needs.hasEdgeConnecting(other, type))
                .map(JavaClass::getSimpleName).sorted().toList();
            assertTrue(knot.size() <= MAX_KNOT, () -> knot.size() + " classes need one another in a circle: " + knot);
        }
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ModuleDependencyTest::outermost).orElse(type);
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

    /** A package that nobody can keep in mind is several: by job, as the manuals of its neighbours show. */
    @ParameterizedTest
    @EnumSource
    void noPackageHasMoreThanFiftyFiles(Module module) throws IOException {
        for (String name : packagesWithSources(module)) {
            try (Stream<Path> files = Files.list(module.sources().resolve(name.replace('.', '/')))) {
                long count = files.filter(file -> file.toString().endsWith(".java")).count();
                assertTrue(count <= MAX_FILES, () -> name + " has " + count + " files, not at most " + MAX_FILES);
            }
        }
    }

    /** A context stepped by hand is written once; beside it there is only what models costs and delays, and what breaks messages. */
    @Test
    void testsStepAgentsInOneContext() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Module module : Module.values()) {
            Path tests = ROOT.resolve(module.directory).resolve("src/test/java");
            if (Files.exists(tests)) {
                try (Stream<Path> files = Files.walk(tests)) {
                    for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                        if (Files.readString(file).contains("class " + tests.relativize(file).getFileName().toString().replace(".java", "")
                            + " extends AgentContext")) {
                            found.add(module + " " + tests.relativize(file).getFileName());
                        }
                    }
                }
            }
        }

        assertEquals(Set.of("IOP StepContext.java", "DEVICES HandAgent.java", "PEER FaultyContext.java"), found);
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
