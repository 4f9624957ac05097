package dev.spine.system;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import javax.inject.Scope;

/** One object per IOP. */
@Scope
@Documented
@Retention(RetentionPolicy.RUNTIME)
@interface IopScope {}
