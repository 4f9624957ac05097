package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.host.compile.Checks;
import dev.spine.extension.ardma.host.compile.CompiledCode;
import dev.spine.extension.ardma.host.compile.RoutineCompiler;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.RunLayout;
import dev.spine.extension.benchmarks.ardma.RoutineWork;
import dev.spine.extension.host.PackagedExtension;
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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A routine with what it runs on, metered as on a card, in a namespace of its own. One thread. */
final class RoutineSubject {
    private static final int MUCH = 1 << 30;
    /** Of area 1. */
    private static final int SECOND_BYTES = 16_384;

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

    private final MeterAccount account = new MeterAccount();
    private final LongUnaryOperator work;

    /**
     * A subject.
     *
     * @param routine its bytes
     * @param memory area 0
     * @param scratchBytes as many as it wants
     * @param checks of its compiled form; null for the interpreter
     * @param arguments of the routine
     */
    RoutineSubject(byte[] routine, Buffer memory, int scratchBytes, @Nullable Checks checks, long... arguments) {
        try {
            ExtensionImage base = ExtensionImage.parse(PackagedExtension.image("routine work", RoutineWork.class));
            SortedMap<String, byte[]> classes = new TreeMap<>(base.classes());
            Map<String, byte[]> form = new LinkedHashMap<>();
            if (checks != null) {
                ExtensionImage compiled = ExtensionImage.parse(compiled(routine, checks).image("routine"));
                classes.putAll(compiled.classes());
                compiled.classes().forEach((file, bytes) -> form.put(named(file), bytes));
            }
            // Nothing names the compiled form, so all classes are taken, and not those that the entry reaches.
            Map<String, byte[]> named = new LinkedHashMap<>();
            classes.forEach((file, bytes) -> named.put(named(file), bytes));
            Map<String, byte[]> metered = new ClassMeter(named).meter(Probes.NONE);
            if (checks == Checks.NONE) {
                form.keySet().retainAll(Set.of(CompiledCode.ENTRY, CompiledRoutine.class.getName()));
                metered.putAll(new ClassMeter(form).unmetered());
            }
            metered.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
            MeteredImage image = new MeteredImage(metered, MeteredLibrary.of(Probes.NONE));
            ExtensionClassLoader loader = new ExtensionClassLoader(1, base.name(), image, account);
            account.refill(MUCH, MUCH, MUCH);
            @Nullable Object made = checks != null ? loader.loadClass(CompiledCode.ENTRY).getConstructor().newInstance() : null;
            work = (LongUnaryOperator) loader.loadClass(base.entryClass()).getConstructors()[0].newInstance(buffer(routine), memory,
                buffer(SECOND_BYTES), buffer(Math.max(1, scratchBytes)), buffer(RunLayout.BYTES), arguments, made);
        } catch (ExtensionException | ReflectiveOperationException e) {
            throw new IllegalStateException("the routine cannot be measured", e);
        }
    }

    private static String named(String file) {
        return file.replace(".class", "").replace('/', '.');
    }

    private static CompiledCode compiled(byte[] bytes, Checks checks) {
        try {
            Routine routine = RoutineReader.read(new ArrayArea(bytes, false));
            RoutineVerifier.verify(routine);
            return RoutineCompiler.compile(routine, 1, checks);
        } catch (RoutineException e) {
            throw new IllegalStateException("the routine cannot be measured", e);
        }
    }

    static Buffer buffer(long bytes) {
        return buffer(Arena.ofAuto().allocate(bytes, Long.BYTES));
    }

    static Buffer buffer(byte[] bytes) {
        Buffer buffer = buffer(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            buffer.put8(i, bytes[i]);
        }
        return buffer;
    }

    private static Buffer buffer(MemorySegment memory) {
        Buffer buffer = RuntimeAccess.newBuffer(new Owner());
        RuntimeAccess.point(buffer, memory, 0, (int) memory.byteSize(), 0, true, null);
        return buffer;
    }

    /** {@return what runs it so many times} */
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

    /** {@return the steps of a run} */
    long steps() {
        long _ = loop().applyAsLong(1);
        try {
            return (long) work.getClass().getMethod("steps").invoke(work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("its steps are not told", e);
        }
    }
}
