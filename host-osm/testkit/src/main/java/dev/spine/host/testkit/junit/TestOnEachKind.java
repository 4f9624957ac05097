package dev.spine.host.testkit.junit;

import dev.spine.host.testkit.IopKind;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that is run once with each kind of IOP, on a node of its own, in a class with {@link SpineSystem}. Any thread. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EachKindProvider.class)
public @interface TestOnEachKind {
    /** {@return the kinds; without it, all} */
    IopKind[] value() default {IopKind.SIMULATED, IopKind.SCRIPTED, IopKind.RECORDED};
}
