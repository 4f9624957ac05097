package dev.spine.host.testkit.junit;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.IopKind;
import dev.spine.host.testkit.NodePlan;
import dev.spine.host.testkit.TestNode;
import dev.spine.host.testkit.TestNodeBuilder;
import dev.spine.host.testkit.TestPhase;
import dev.spine.host.testkit.junit.SpineSystem.Lifetime;
import dev.spine.host.testkit.record.Recorder;
import dev.spine.host.testkit.record.Recording;
import dev.spine.host.testkit.script.ScriptMismatchError;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.kernel.DeviceModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Boots a node for each test or each class, gives its parts to tests as parameters, and fails a test that leaves something behind.
 *
 * <p>Either by {@link SpineSystem} on the class, or registered by hand:
 *
 * <pre>{@code
 * @RegisterExtension
 * final SpineExtension spine = SpineExtension.on(EngineKind.MODELLED, node -> node.scripted("disk"));
 * }</pre>
 *
 * <p>A static field gives the tests of the class one node, an instance field one to each test. Parameters may be: {@link TestNode},
 * {@link HostDriver}, {@link HostAgent}, {@link HostMemory}, {@link Tasks}, {@link Engine}, {@link Bus}, {@link Account} (the host's),
 * the only {@link IopDriver}, {@link ScriptedIop} or {@link Iop}, a device by its class, and whatever the plan
 * {@linkplain TestNodeBuilder#offering offers}, OSMs for example.
 */
public final class SpineExtension implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback,
    ParameterResolver, TestExecutionExceptionHandler {
    /** The system property that makes runs on simulated IOPs write recordings: the directory of test resources. */
    public static final String RECORD_PROPERTY = "spine.record";

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SpineExtension.class);
    private static final Map<Class<?>, Function<TestNode, Object>> PARTS = parts();

    private final @Nullable NodePlan plan;
    private final EngineKind engine;

    /** Used by JUnit: everything is said by {@link SpineSystem}. */
    public SpineExtension() {
        this(null, EngineKind.MODELLED);
    }

    private SpineExtension(@Nullable NodePlan plan, EngineKind engine) {
        this.plan = plan;
        this.engine = engine;
    }

    /**
     * {@return an extension to be registered by hand}
     *
     * @param plan what is in the node
     */
    public static SpineExtension on(EngineKind engine, NodePlan plan) {
        return new SpineExtension(plan, engine);
    }

    private static Map<Class<?>, Function<TestNode, Object>> parts() {
        Map<Class<?>, Function<TestNode, Object>> parts = new LinkedHashMap<>();
        parts.put(TestNode.class, node -> node);
        parts.put(HostDriver.class, TestNode::driver);
        parts.put(HostAgent.class, TestNode::host);
        parts.put(HostMemory.class, TestNode::memory);
        parts.put(Tasks.class, TestNode::tasks);
        parts.put(Engine.class, TestNode::engine);
        parts.put(Bus.class, TestNode::bus);
        parts.put(Account.class, TestNode::hostAccount);
        parts.put(IopDriver.class, TestNode::iop);
        parts.put(ScriptedIop.class, TestNode::scripted);
        parts.put(Iop.class, node -> node.simulated(node.iopNames().getFirst()));
        return parts;
    }

    static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    /** A node in the store of a context, with what is recorded of it. */
    private record Running(TestNode node, Map<String, Recorder> recorders) {}

    private static @Nullable Running running(ExtensionContext context) {
        return store(context).get(Running.class, Running.class);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (plan != null || lifetime(context) == Lifetime.CLASS) {
            start(context, IopKind.SIMULATED);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        IopKind kind = store(context).get(IopKind.class, IopKind.class);
        Running ofClass = running(context);
        if (kind != null || ofClass == null) {
            start(context, kind == null ? IopKind.SIMULATED : kind);
        } else {
            ofClass.node().acceptLeaks();
        }
    }

    private static @Nullable SpineSystem annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), SpineSystem.class).orElse(null);
    }

    private static @Nullable Lifetime lifetime(ExtensionContext context) {
        SpineSystem system = annotation(context);
        return system == null ? null : system.lifetime();
    }

    private void start(ExtensionContext context, IopKind kind) {
        SpineSystem system = annotation(context);
        NodePlan wanted = plan;
        if (wanted == null) {
            if (system == null) {
                throw new ExtensionConfigurationException(context.getRequiredTestClass().getName()
                    + " says nothing of its node: annotate it with @SpineSystem(PLAN.class), or register SpineExtension.on(...)");
            }
            wanted = make(system.value());
        }
        TestNodeBuilder builder = TestNode.on(plan == null && system != null ? system.engine() : engine).iops(kind)
            .recordings(name -> recording(context, name));
        TestNode node = wanted.plan(builder).start();
        Map<String, Recorder> recorders = new LinkedHashMap<>();
        store(context).put(Running.class, new Running(node, recorders));
        if (kind == IopKind.SIMULATED && context.getTestMethod().isPresent() && System.getProperty(RECORD_PROPERTY) != null
            && AnnotationSupport.isAnnotated(context.getTestMethod(), TestOnEachKind.class)) {
            node.iopNames().forEach(name -> recorders.put(name, node.record(name)));
        }
        node.boot();
    }

    private static NodePlan make(Class<? extends NodePlan> type) {
        try {
            Constructor<? extends NodePlan> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new ExtensionConfigurationException(type.getName() + " is no plan: it needs a constructor without parameters", e);
        }
    }

    private static String resource(ExtensionContext context, String iop) {
        return "recordings/" + context.getRequiredTestClass().getSimpleName() + "." + context.getRequiredTestMethod().getName() + "." + iop
            + ".txt";
    }

    private static Recording recording(ExtensionContext context, String iop) {
        String name = resource(context, iop);
        try (InputStream in = context.getRequiredTestClass().getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new ExtensionConfigurationException("there is no recording " + name
                    + " among the test resources: run the test once with -D" + RECORD_PROPERTY + "=src/test/resources, which writes it");
            }
            return Recording.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        Running running = running(context);
        String mismatches = running == null ? "" : running.node().mismatches(TestPhase.RUNNING);
        if (!mismatches.isEmpty()) {
            ScriptMismatchError error = new ScriptMismatchError(mismatches + "and so the test failed: " + thrown);
            error.initCause(thrown);
            throw error;
        }
        throw thrown;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Running running = running(context);
        if (running == null) {
            return;
        }
        boolean own = store(context).remove(Running.class) != null;
        try {
            if (context.getExecutionException().isEmpty()) {
                check(running.node());
                writeRecordings(context, running);
            }
        } finally {
            if (own) {
                running.node().close();
            }
        }
    }

    private static void check(TestNode node) {
        String mismatches = node.mismatches(TestPhase.OVER);
        if (!mismatches.isEmpty()) {
            throw new ScriptMismatchError(mismatches);
        }
        node.checkLeaks();
    }

    private static void writeRecordings(ExtensionContext context, Running running) {
        running.recorders().forEach((iop, recorder) -> running.node().onHost(recorder::recording)
            .write(Path.of(System.getProperty(RECORD_PROPERTY)).resolve(resource(context, iop))));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Running running = store(context).remove(Running.class, Running.class);
        if (running != null) {
            running.node().close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        Running running = running(context);
        return PARTS.containsKey(type) || DeviceModule.class.isAssignableFrom(type) || running != null && running.node().offers(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        Running running = running(context);
        if (running == null) {
            throw new ExtensionConfigurationException("there is no node yet: parameters belong to tests and @BeforeEach methods");
        }
        TestNode node = running.node();
        Function<TestNode, Object> part = PARTS.get(type);
        if (part != null) {
            return part.apply(node);
        }
        return node.offers(type) ? node.make(type) : node.device(type.asSubclass(DeviceModule.class));
    }
}
