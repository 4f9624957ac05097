package dev.spine.i2o;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks code that Spine runs for its own sake, and the firmware of a described card would not: private copies, accounts, diagnostics. Its
 * units are counted apart, and modelled time leaves them out unless a profile says {@code code.bookkeeping = "charged"}. Any thread.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Bookkeeping {
    /** {@return why firmware does not have it} */
    String value();
}
