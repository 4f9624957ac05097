package dev.spine.extension.ardma.host.model;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.host.compile.CompiledCode;
import dev.spine.extension.ardma.routine.RunLayout;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.MeteredImage;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A compiled routine as a card has it: verified, metered, and ended when it uses more fuel than a call may. */
final class MeteredForm implements CompiledTwin.Form {
    private static final int HEAP = 1 << 20;
    private static final int STACK_WORDS = 16_384;

    private final MeterAccount account = new MeterAccount();
    private final Object form;
    private final Method run;
    private int mostFuel;

    MeteredForm(CompiledCode code) throws ExtensionException, ReflectiveOperationException {
        ExtensionImage image = ExtensionImage.parse(code.image("a routine"));
        ExtensionClassLoader loader = new ExtensionClassLoader(1, image.name(),
            MeteredImage.of(image.entryClass(), image.examine().classes(), new CodeElements(), Probes.NONE), account);
        ActivationLedger ledger = new ActivationLedger(account, InstanceLimits.STANDARD.code(), new QuotaLedger(null), null);
        ledger.beginStart();
        Class<?> type = loader.loadClass(image.entryClass());
        form = type.getConstructor().newInstance();
        run = Arrays.stream(type.getMethods()).filter(method -> "run".equals(method.getName())).findFirst().orElseThrow();
        ledger.end();
    }

    /** The most that a call has used. */
    int mostFuel() {
        return mostFuel;
    }

    @Override
    public int run(Buffer state, @Nullable Buffer[] areas) {
        account.refill(CompiledForm.FUEL_OF_CALL, HEAP, STACK_WORDS);
        try {
            int why = (int) run.invoke(form, state, areas[0], areas[1], areas[2], areas[3], areas[4], areas[5], areas[6], areas[7],
                areas[RunLayout.SCRATCH], areas[RunLayout.DATA], areas[RunLayout.PIECE]);
            mostFuel = Math.max(mostFuel, account.usedFuel());
            return why;
        } catch (IllegalAccessException e) {
            throw new LinkageError("the form cannot be called", e);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
