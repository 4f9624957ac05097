package dev.spine.perf.calibration;

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

/** A handler and the loop around it in a namespace of their own. One thread at a time. */
public final class MeteredSubject extends ClassLoader implements MeterAccount.Holder {
    private static final int MUCH = 1 << 30;

    private final MeterAccount account = new MeterAccount();
    private final Map<String, byte[]> classes = new LinkedHashMap<>();

    private MeteredSubject(Map<String, byte[]> handler) {
        super("subject", MeteredSubject.class.getClassLoader());
        classes.putAll(handler);
        classes.put(MeteredLoop.class.getName(), bytesOf(MeteredLoop.class));
    }

    /**
     * {@return what calls a handler so many times, as it was written}
     *
     * @param handler the handler's class, with one constructor
     * @param parameters of the constructor
     */
    public static LongUnaryOperator plain(Class<? extends LongUnaryOperator> handler, Object... parameters) {
        MeteredSubject subject = new MeteredSubject(image(handler));
        return subject.loop(subject.make(handler, parameters));
    }

    /**
     * {@return what calls a handler so many times, with charges in its code}
     *
     * @param handler the handler's class, with one constructor
     * @param parameters of the constructor
     */
    public static LongUnaryOperator metered(Class<? extends LongUnaryOperator> handler, Object... parameters) {
        MeteredSubject subject = metered(handler, Probes.NONE);
        return subject.loop(subject.make(handler, parameters));
    }

    /**
     * {@return the units that calls of a handler run, as the modelled engine counts them: by basic blocks}
     *
     * @param handler the handler's class, with one constructor
     * @param calls how many, at least 1; the first gets 0, the next 1 and so on
     * @param parameters of the constructor
     */
    public static long units(Class<? extends LongUnaryOperator> handler, int calls, Object... parameters) {
        MeteredSubject subject = metered(handler, new Probes(false, true));
        LongUnaryOperator made = subject.make(handler, parameters);
        long units = 0;
        for (int i = 0; i < calls; i++) {
            subject.account.refill(MUCH, MUCH, MUCH);
            long _ = made.applyAsLong(i);
            units += subject.account.usedFuel() - subject.account.takeSkipped();
        }
        return units;
    }

    private static MeteredSubject metered(Class<? extends LongUnaryOperator> handler, Probes probes) {
        Map<String, byte[]> metered = new ClassMeter(image(handler)).meter(probes);
        metered.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new MeteredSubject(metered);
    }

    private static Map<String, byte[]> image(Class<?> handler) {
        Map<String, byte[]> image = new LinkedHashMap<>();
        image.put(handler.getName(), bytesOf(handler));
        for (Class<?> inner : handler.getDeclaredClasses()) {
            image.put(inner.getName(), bytesOf(inner));
        }
        return image;
    }

    private static byte[] bytesOf(Class<?> type) {
        String resource = '/' + type.getName().replace('.', '/') + ".class";
        try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LongUnaryOperator make(Class<? extends LongUnaryOperator> handler, Object... parameters) {
        account.refill(MUCH, MUCH, MUCH);
        try {
            return (LongUnaryOperator) loadClass(handler.getName()).getConstructors()[0].newInstance(parameters);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(handler.getName() + " cannot be measured", e);
        }
    }

    private LongUnaryOperator loop(LongUnaryOperator made) {
        try {
            return (LongUnaryOperator) loadClass(MeteredLoop.class.getName()).getConstructor(LongUnaryOperator.class, MeterAccount.class)
                .newInstance(made, account);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(made.getClass().getName() + " cannot be measured", e);
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
