package dev.spine.perf.benchmarks.meter;

import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.meter.ClassMeter;
import dev.spine.extension.runtime.meter.Probes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/** A handler and the loop around it in a namespace of their own. */
final class MeterSubject extends ClassLoader implements MeterAccount.Holder {
    private final MeterAccount account = new MeterAccount();
    private final Map<String, byte[]> classes = new LinkedHashMap<>();

    private MeterSubject(Map<String, byte[]> handler) {
        super("subject", MeterSubject.class.getClassLoader());
        classes.putAll(handler);
        classes.put(MeterLoop.class.getName(), bytesOf(MeterLoop.class));
    }

    /** A handler as it was written, made of these objects: {@return what calls it so many times}. */
    static LongUnaryOperator plain(Class<? extends LongUnaryOperator> handler, Object... parameters) {
        return new MeterSubject(Map.of(handler.getName(), bytesOf(handler))).loop(handler, parameters);
    }

    /** A handler with charges in its code, made of these objects: {@return what calls it so many times}. */
    static LongUnaryOperator metered(Class<? extends LongUnaryOperator> handler, Object... parameters) {
        Map<String, byte[]> metered = new ClassMeter(Map.of(handler.getName(), bytesOf(handler))).meter(Probes.NONE);
        metered.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new MeterSubject(metered).loop(handler, parameters);
    }

    private static byte[] bytesOf(Class<?> type) {
        String resource = '/' + type.getName().replace('.', '/') + ".class";
        try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LongUnaryOperator loop(Class<? extends LongUnaryOperator> handler, Object... parameters) {
        account.refill(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
        try {
            Object made = loadClass(handler.getName()).getConstructors()[0].newInstance(parameters);
            return (LongUnaryOperator) loadClass(MeterLoop.class.getName()).getConstructor(LongUnaryOperator.class, MeterAccount.class)
                .newInstance(made, account);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(handler.getName() + " cannot be measured", e);
        }
    }

    @Override
    public MeterAccount account() {
        return account;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            byte[] bytes = classes.get(name);
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null || bytes == null) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
