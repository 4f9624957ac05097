package dev.spine.perf.ruler;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Has {@link BlockCounting} rewrite all classes of a process: the {@code -javaagent} of {@link CountingRun}. */
public final class CountingAgent implements ClassFileTransformer {
    private final BlockCounting counting = new BlockCounting();

    /**
     * Begins.
     *
     * @param bootJar holds {@link Counted}
     * @param instrumentation of the process
     */
    public static void premain(String bootJar, Instrumentation instrumentation) throws IOException, UnmodifiableClassException {
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(bootJar));
        instrumentation.addTransformer(new CountingAgent(), true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (BlockCounting.isOfJdk(type.getName().replace('.', '/')) && instrumentation.isModifiableClass(type)) {
                loaded.add(type);
            }
        }
        instrumentation.retransformClasses(loaded.toArray(Class<?>[]::new));
    }

    @Override
    public byte @Nullable [] transform(@Nullable Module module, @Nullable ClassLoader loader, @Nullable String name,
            @Nullable Class<?> before, @Nullable ProtectionDomain domain, byte[] bytes) {
        try {
            return name == null ? null : counting.rewrite(name, loader, bytes);
        } catch (IllegalArgumentException | LinkageError e) {
            // An agent that throws is ignored in silence.
            System.err.println("not counted: " + name + ": " + e);
            return null;
        }
    }
}
