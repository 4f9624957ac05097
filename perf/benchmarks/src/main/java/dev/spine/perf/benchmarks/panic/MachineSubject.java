package dev.spine.perf.benchmarks.panic;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.panic.host.translate.TranslatedProgram;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.MeteredImage;
import dev.spine.extension.runtime.meter.ClassMeter;
import dev.spine.extension.runtime.meter.MeteredLibrary;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Work of a card in a namespace of its own, metered as there or not. One thread. */
final class MachineSubject {
    private static final int MUCH = 1 << 30;

    /** Buffers of the benchmark, which nobody releases. */
    private static final class Owner implements BufferOwner {
        @Override
        public boolean keep(Buffer buffer) {
            return true;
        }

        @Override
        public void release(Buffer buffer) {
            throw new UnsupportedOperationException("it stays");
        }

        @Override
        public boolean isLent(Buffer buffer) {
            return false;
        }
    }

    /** Defines classes as they are, and again what others have defined. */
    private static final class Namespace extends ClassLoader {
        private final Map<String, byte[]> classes;

        Namespace(Map<String, byte[]> classes) {
            super(Namespace.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] own = classes.get(name);
            if (own == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null ? defineClass(name, own, 0, own.length) : known;
            }
        }
    }

    private final MeterAccount account = new MeterAccount();
    private final ClassLoader loader;
    private final LongUnaryOperator work;

    private MachineSubject(Class<? extends Extension> type, boolean isMetered, @Nullable TranslatedProgram form, Buffer... buffers) {
        try {
            ExtensionImage base = ExtensionImage.parse(PackagedExtension.image("work", type));
            // Nothing names the compiled form, so all classes are taken, and not those that the entry reaches.
            SortedMap<String, byte[]> files = new TreeMap<>(base.classes());
            if (form != null) {
                form.addTo(files);
            }
            Map<String, byte[]> classes = new LinkedHashMap<>();
            files.forEach((file, bytes) -> classes.put(file.replace(".class", "").replace('/', '.'), bytes));
            loader = isMetered ? metered(base.name(), classes) : new Namespace(classes);
            account.refill(MUCH, MUCH, MUCH);
            work = (LongUnaryOperator) make(type, form, buffers);
        } catch (ExtensionException | ReflectiveOperationException e) {
            throw new IllegalStateException("the work cannot be measured", e);
        }
    }

    private ClassLoader metered(String name, Map<String, byte[]> classes) throws ExtensionException {
        Map<String, byte[]> made = new LinkedHashMap<>(new ClassMeter(classes).meter(Probes.NONE));
        made.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new ExtensionClassLoader(1, name, new MeteredImage(made, MeteredLibrary.of(Probes.NONE)), account);
    }

    private Object make(Class<?> type, @Nullable TranslatedProgram form, Buffer... buffers) throws ReflectiveOperationException {
        Class<?> own = loader.loadClass(type.getName());
        if (buffers.length == 2) {
            return own.getConstructor(Buffer.class, Buffer.class).newInstance(buffers[0], buffers[1]);
        }
        @Nullable Object made = form == null ? null : loader.loadClass(form.className()).getConstructor().newInstance();
        return own.getConstructors()[0].newInstance(buffers[0], buffers[1], buffers[2], made);
    }

    /** Work in Java, on a data area and a payload. */
    static MachineSubject java(Class<? extends Extension> type, boolean isMetered, Buffer data, Buffer payload) {
        return new MachineSubject(type, isMetered, null, data, payload);
    }

    /** A program; compiled when there is a form. */
    static MachineSubject program(Class<? extends Extension> type, boolean isMetered, @Nullable TranslatedProgram form, Buffer file,
        Buffer data, Buffer payload) {
        return new MachineSubject(type, isMetered, form, file, data, payload);
    }

    static Buffer buffer(int bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
        Buffer buffer = RuntimeAccess.newBuffer(new Owner());
        RuntimeAccess.point(buffer, memory, 0, bytes, 0, true, null);
        return buffer;
    }

    static Buffer buffer(byte[] bytes) {
        Buffer buffer = buffer(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            buffer.put8(i, bytes[i]);
        }
        return buffer;
    }

    /** {@return what runs it so many times} Each time as a runtime calls a handler: with a full account, and knowing only its interface. */
    LongUnaryOperator loop() {
        return times -> {
            long sum = 0;
            for (long i = 0; i < times; i++) {
                account.refill(MUCH, MUCH, MUCH);
                sum += work.applyAsLong(1);
            }
            return sum;
        };
    }

    /** {@return units of fuel of an activation, 0 when nothing is metered} */
    int fuel() {
        account.refill(MUCH, MUCH, MUCH);
        long _ = work.applyAsLong(1);
        return account.usedFuel();
    }

    /** {@return the steps of the last activation} */
    long steps() {
        try {
            return (long) work.getClass().getMethod("steps").invoke(work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("its steps are not told", e);
        }
    }
}
