package dev.spine.extension.harness.testkit;

import dev.spine.extension.harness.CardBuilder;
import dev.spine.extension.harness.SimulatedCard;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives tests of {@link ExtensionTest} their cards, and ends them. Any thread. */
public final class CardExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(CardExtension.class);

    /** For JUnit. */
    public CardExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SimulatedCard.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(HERE).computeIfAbsent(SimulatedCard.class, _ -> start(context), SimulatedCard.class);
    }

    private static SimulatedCard start(ExtensionContext context) {
        ExtensionTest wanted = context.getElement().flatMap(element -> AnnotationSupport.findAnnotation(element, ExtensionTest.class))
            .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), ExtensionTest.class))
            .orElseThrow(() -> new ParameterResolutionException("a test with a card says @ExtensionTest(MyExtension.class)"));
        CardBuilder builder = SimulatedCard.with(wanted.value()).on(wanted.engine());
        return (wanted.diskBytes() == 0 ? builder : builder.disk(wanted.diskBytes())).start();
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        SimulatedCard card = context.getStore(HERE).remove(SimulatedCard.class, SimulatedCard.class);
        if (card == null) {
            return;
        }
        Throwable failure = context.getExecutionException().orElse(null);
        if (failure == null) {
            card.close();
        } else {
            notify(card, failure);
        }
    }

    /** The test's own failure is the one that counts; what the end of the card says comes with it. */
    private static void notify(SimulatedCard card, Throwable failure) {
        try {
            failure.addSuppressed(new RecordedActivations(card.trace()));
            card.close();
        } catch (RuntimeException | Error second) {
            failure.addSuppressed(second);
        }
    }

    /** The activations up to a failure; no failure of its own, so it has no stack. */
    private static final class RecordedActivations extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RecordedActivations(@Nullable String text) {
            super("the activations up to here:\n" + text, null, false, false);
        }
    }
}
