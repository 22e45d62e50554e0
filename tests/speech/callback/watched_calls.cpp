// SPDX-License-Identifier: GPL-3.0-or-later
// In the place of the C library's and PortAudio's functions, for this test program alone: the
// callback that is given to Pa_OpenStream is called through one that marks its thread, and what
// that thread calls meanwhile is counted.
#include "watched_calls.hpp"

#include <portaudio.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, std::size_t), void (*free_hook)(const volatile void*)
);
#endif

namespace {

// Plain and constant-initialised: malloc is called before anything of C++ is set up.
thread_local bool in_callback = false;
std::atomic<std::uint64_t> callbacks{0};
std::atomic<std::uint64_t> frame_count{0};
std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> locks{0};
std::atomic<PaStreamCallbackFlags> more_flags{0}; // as if the system had set them, for inputs

void count(std::atomic<std::uint64_t>& counter) {
    if (in_callback) counter.fetch_add(1, std::memory_order_relaxed);
}

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

struct Wrapped {
    PaStreamCallback* callback = nullptr;
    void* data = nullptr;
};

int marked(
    const void* input,
    void* output,
    unsigned long frames,
    const PaStreamCallbackTimeInfo* time,
    PaStreamCallbackFlags flags,
    void* data
) {
    const auto* wrapped = static_cast<const Wrapped*>(data);
    in_callback = true;
    const PaStreamCallbackFlags told = input == nullptr ? flags : flags | more_flags;
    const int result = wrapped->callback(input, output, frames, time, told, wrapped->data);
    in_callback = false;
    callbacks.fetch_add(1, std::memory_order_relaxed);
    frame_count.fetch_add(frames, std::memory_order_relaxed);
    return result;
}

// Streams live as long as the program; so do these.
Wrapped* keep(PaStreamCallback* callback, void* data) {
    static std::mutex mutex;
    static std::vector<std::unique_ptr<Wrapped>> all;
    const std::scoped_lock lock(mutex);
    all.push_back(std::make_unique<Wrapped>(Wrapped{callback, data}));
    return all.back().get();
}

} // namespace

extern "C" PaError Pa_OpenStream(
    PaStream** stream,
    const PaStreamParameters* input,
    const PaStreamParameters* output,
    double rate,
    unsigned long frames,
    PaStreamFlags flags,
    PaStreamCallback* callback,
    void* data
) {
    static auto* const real = next<decltype(Pa_OpenStream)>("Pa_OpenStream");
    return real(stream, input, output, rate, frames, flags, marked, keep(callback, data));
}

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    static auto* const real = next<int(pthread_mutex_t*)>("pthread_mutex_lock");
    count(locks);
    return real(mutex);
}

extern "C" int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    static auto* const real = next<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
    count(locks);
    return real(condition, mutex);
}

extern "C" int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
    static auto* const real = next<int(pthread_rwlock_t*)>("pthread_rwlock_rdlock");
    count(locks);
    return real(lock);
}

extern "C" int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
    static auto* const real = next<int(pthread_rwlock_t*)>("pthread_rwlock_wrlock");
    count(locks);
    return real(lock);
}

extern "C" int sem_wait(sem_t* semaphore) {
    static auto* const real = next<int(sem_t*)>("sem_wait");
    count(locks);
    return real(semaphore);
}

#if defined(__SANITIZE_ADDRESS__)

namespace {

const int hooked = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { count(allocations); },
    [](const volatile void*) { count(allocations); }
);

} // namespace

#else

// The C library's own, under the names that it keeps for this.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) noexcept {
    count(allocations);
    return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) noexcept {
    count(allocations);
    return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
    count(allocations);
    return __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    count(allocations);
    return __libc_memalign(alignment, size);
}

void free(void* memory) noexcept {
    count(allocations);
    __libc_free(memory);
}
}

#endif

namespace ansage::speech::portaudio {

WatchedCalls watched_calls() {
#if defined(__SANITIZE_ADDRESS__)
    static_cast<void>(hooked);
#endif
    return {
        .callbacks = callbacks, .frames = frame_count, .allocations = allocations, .locks = locks};
}

PretendOverflow::PretendOverflow() { more_flags = paInputOverflow; }

PretendOverflow::~PretendOverflow() { more_flags = 0; }

PretendCallback::PretendCallback() { in_callback = true; }

PretendCallback::~PretendCallback() { in_callback = false; }

} // namespace ansage::speech::portaudio
