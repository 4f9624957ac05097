package dev.spine.extension.panic.host.translate;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.panic.CardMemory;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.MeteredImage;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.InvocationTargetException;
import java.util.SortedMap;
import java.util.TreeMap;

/** An image with the machine and one program's compiled form: verified, metered and run as on a card. */
final class CardImage {
    private static final String ENTRY = "dev.spine.extension.panic.machine.Trial";
    private static final int FUEL = 1_000_000_000;

    private final byte[] file;
    private final ExtensionImage image;
    private final MeterAccount account = new MeterAccount();

    CardImage(byte[] file) throws ProgramException, ExtensionException {
        this.file = file;
        TranslatedProgram translated = ProgramTranslator.translate(ProgramReader.read(ProgramBytes.of(file)), "trial.pdl");
        SortedMap<String, byte[]> classes = new TreeMap<>();
        classes.put(ENTRY.replace('.', '/') + ".class", entry(ClassDesc.of(translated.className())));
        translated.addTo(classes);
        image = ExtensionImage.parse(PackagedExtension.jar("trial", ENTRY, classes));
    }

    private static byte[] entry(ClassDesc form) {
        ClassDesc above = ClassDesc.of(TrialExtension.class.getName());
        ClassDesc base = ClassDesc.of("dev.spine.extension.panic.machine.CompiledProgram");
        return ClassFile.of().build(ClassDesc.of(ENTRY), type -> type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL
            | ClassFile.ACC_SUPER).withSuperclass(above).withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void,
                ClassFile.ACC_PUBLIC, code -> code.aload(0).new_(form).dup()
                    .invokespecial(form, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                    .invokespecial(above, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, base)).return_()));
    }

    ExtensionImage image() {
        return image;
    }

    /**
     * What activations of a form have left.
     *
     * @param result of all that was asked
     * @param steps of all
     * @param fuel that the last one took
     * @param lastSteps of that
     */
    record Outcome(long result, long steps, int fuel, long lastSteps) {}

    /** Runs the start-up block and the first trigger's with messages. */
    Outcome run(boolean isCompiled, int dataWords, int payloadBytes, int slice) throws ExtensionException, ReflectiveOperationException {
        ExtensionClassLoader loader = new ExtensionClassLoader(1, image.name(), MeteredImage.of(image.entryClass(),
            image.examine().classes(), new CodeElements(), Probes.NONE), account);
        ActivationLedger ledger = new ActivationLedger(account, InstanceLimits.STANDARD.code(), new QuotaLedger(null), null);
        ledger.beginStart();
        Class<?> type = loader.loadClass(image.entryClass());
        Object trial = type.getConstructor().newInstance();
        ledger.end();
        Buffer payload = new CardMemory(new byte[payloadBytes]).buffer();
        byte[] data = new byte[4 * dataWords];
        refill();
        call(trial, "place", new Class<?>[] {Buffer.class, Buffer.class, boolean.class}, new CardMemory(file).buffer(),
            new CardMemory(data).buffer(), isCompiled);
        long steps = 0;
        long last = 0;
        int fuel = 0;
        for (int trigger = -1; trigger < 2; trigger++) {
            refill();
            last = (long) call(trial, "run", new Class<?>[] {int.class, Buffer.class, int.class, int.class}, Math.min(trigger, 0), payload,
                payloadBytes, slice);
            fuel = account.usedFuel();
            steps += last;
        }
        long result = (int) call(trial, "result", new Class<?>[0]);
        for (byte each : data) {
            result = 31 * result + each;
        }
        return new Outcome(result, steps, fuel, last);
    }

    private void refill() {
        account.refill(FUEL, FUEL, 1 << 14);
    }

    private static Object call(Object of, String method, Class<?>[] types, Object... arguments) throws ReflectiveOperationException {
        try {
            return of.getClass().getMethod(method, types).invoke(of, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
