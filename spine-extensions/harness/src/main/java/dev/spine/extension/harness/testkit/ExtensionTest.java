package dev.spine.extension.harness.testkit;

import dev.spine.extension.api.Extension;
import dev.spine.extension.harness.HarnessEngine;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class, or a method, whose parameters of type {@link dev.spine.extension.harness.SimulatedCard} are cards with an extension. The
 * card is made for one test, checked and closed after it; when the test fails, the recorded activations are told with the failure.
 * Any thread.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CardExtension.class)
public @interface ExtensionTest {
    /** {@return the extension's entry} */
    Class<? extends Extension> value();

    /** {@return what runs the card} */
    HarnessEngine engine() default HarnessEngine.MODELLED;

    /** {@return capacity of the card's disk, 0 for none} */
    long diskBytes() default 0;
}
