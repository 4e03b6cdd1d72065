#pragma once

// Mutexes whose declarations say what they guard, so that clang finds every access without the lock
// (-Wthread-safety; tests/checks runs it on everything). They wrap the standard library's mutexes,
// which have no such annotations. Other compilers ignore the annotations.
//
//	class Counter {
//	public:
//		void add() {
//			const Lock lock(mutex_);
//			count_++;
//			changed_.notify_all();
//		}
//		void wait_until(int count) {
//			Lock lock(mutex_);
//			lock.wait(changed_, [&]() AR_REQUIRES(mutex_) { return count_ >= count; });
//		}
//
//	private:
//		Mutex mutex_;
//		std::condition_variable changed_;
//		int count_ AR_GUARDED_BY(mutex_) = 0;
//	};

#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define AR_THREAD_ATTRIBUTE(attribute) __attribute__((attribute))
#else
#define AR_THREAD_ATTRIBUTE(attribute)
#endif

// For data: it is read and written with the mutex held exclusively, or read with it shared.
#define AR_GUARDED_BY(mutex) AR_THREAD_ATTRIBUTE(guarded_by(mutex))
// For functions: the caller must hold the mutex, exclusively or at least shared.
#define AR_REQUIRES(...) AR_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define AR_REQUIRES_SHARED(...) AR_THREAD_ATTRIBUTE(requires_shared_capability(__VA_ARGS__))
// For functions that the annotations cannot describe; a comment beside each gives the reason.
#define AR_NO_ANALYSIS AR_THREAD_ATTRIBUTE(no_thread_safety_analysis)
// For the classes below.
#define AR_CAPABILITY(kind) AR_THREAD_ATTRIBUTE(capability(kind))
#define AR_SCOPED_CAPABILITY AR_THREAD_ATTRIBUTE(scoped_lockable)
#define AR_ACQUIRE(...) AR_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define AR_ACQUIRE_SHARED(...) AR_THREAD_ATTRIBUTE(acquire_shared_capability(__VA_ARGS__))
#define AR_TRY_ACQUIRE(...) AR_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define AR_RELEASE(...) AR_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))

namespace agent_runtime {

// Thread rule: any thread.
class AR_CAPABILITY("mutex") Mutex {
public:
	// For callers that must not wait. A Lock can adopt the mutex afterwards.
	bool try_lock() AR_TRY_ACQUIRE(true) { return mutex_.try_lock(); }

private:
	friend class Lock;
	std::mutex mutex_;
};

// Holds a mutex as long as it lives. Use it in a scope, on one thread.
class AR_SCOPED_CAPABILITY Lock {
public:
	explicit Lock(Mutex &mutex) AR_ACQUIRE(mutex) :
			lock_(mutex.mutex_) {}
	Lock(Mutex &mutex, std::adopt_lock_t taken) AR_REQUIRES(mutex) :
			lock_(mutex.mutex_, taken) {}
	~Lock() AR_RELEASE() {}
	Lock(const Lock &) = delete;
	Lock &operator=(const Lock &) = delete;

	void unlock() AR_RELEASE() { lock_.unlock(); }
	void lock() AR_ACQUIRE() { lock_.lock(); }

	template <typename Predicate>
	void wait(std::condition_variable &condition, Predicate holds) {
		condition.wait(lock_, holds);
	}
	// Returns the predicate's last value.
	template <typename Span, typename Predicate>
	bool wait_for(std::condition_variable &condition, Span span, Predicate holds) {
		return condition.wait_for(lock_, span, holds);
	}
	template <typename Time, typename Predicate>
	bool wait_until(std::condition_variable &condition, Time time, Predicate holds) {
		return condition.wait_until(lock_, time, holds);
	}

private:
	std::unique_lock<std::mutex> lock_;
};

// Can be held exclusively by one thread, or shared by any number. Thread rule: any thread.
class AR_CAPABILITY("mutex") SharedMutex {
	friend class SharedLock;
	friend class ExclusiveLock;
	std::shared_mutex mutex_;
};

class AR_SCOPED_CAPABILITY SharedLock {
public:
	explicit SharedLock(SharedMutex &mutex) AR_ACQUIRE_SHARED(mutex) :
			lock_(mutex.mutex_) {}
	~SharedLock() AR_RELEASE() {}
	SharedLock(const SharedLock &) = delete;
	SharedLock &operator=(const SharedLock &) = delete;

private:
	const std::shared_lock<std::shared_mutex> lock_;
};

class AR_SCOPED_CAPABILITY ExclusiveLock {
public:
	explicit ExclusiveLock(SharedMutex &mutex) AR_ACQUIRE(mutex) :
			lock_(mutex.mutex_) {}
	~ExclusiveLock() AR_RELEASE() {}
	ExclusiveLock(const ExclusiveLock &) = delete;
	ExclusiveLock &operator=(const ExclusiveLock &) = delete;

private:
	const std::lock_guard<std::shared_mutex> lock_;
};

} // namespace agent_runtime
