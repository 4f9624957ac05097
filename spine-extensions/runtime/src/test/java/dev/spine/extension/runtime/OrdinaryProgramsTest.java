package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.MeteredImage;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Programs;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinary Java behaves verified, metered and in the namespace of an extension as on the plain virtual machine. */
class OrdinaryProgramsTest {
    private static final List<Programs.Program> PROGRAMS = Programs.read("accepted-programs.txt");
    private static final Map<String, byte[]> CLASSES = Programs.compile(PROGRAMS);

    static List<Programs.Program> programs() {
        return PROGRAMS;
    }

    private static Object run(ClassLoader loader, Programs.Program program) throws ReflectiveOperationException {
        Method run = loader.loadClass(program.packageName() + ".Program").getDeclaredMethod("run");
        run.setAccessible(true);
        return run.invoke(null);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void behavesAsOnThePlainMachine(Programs.Program program) throws ReflectiveOperationException, ExtensionException {
        Map<String, byte[]> classes = program.of(CLASSES);
        ClassLoader plain = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
        plain.setDefaultAssertionStatus(false);
        Object expected = run(plain, program);

        MeterAccount account = new MeterAccount();
        ActivationLedger ledger = new ActivationLedger(account, InstanceLimits.STANDARD.code(), new QuotaLedger(null), null);
        ExtensionImage image = new ExtensionImage(program.title(), program.packageName() + ".Program", classes);
        ExtensionClassLoader loader = new ExtensionClassLoader(1, image.name(),
            MeteredImage.of(image.entryClass(), image.examine().classes(), new CodeElements(), Probes.NONE), account);
        ledger.beginStart();
        try {
            assertEquals(expected, run(loader, program));
        } finally {
            ledger.end();
        }
    }
}
